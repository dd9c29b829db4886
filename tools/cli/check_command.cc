#include "tools/cli/check_command.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "conformance/corpus/corpus.h"
#include "conformance/verify/check_run.h"
#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/tensor/decimal.h"
#include "tools/cli/command_line.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/onnx_test_folder.h"
#include "tools/cli/print.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/report_error.h"
#include "tools/cli/suite_arguments.h"

namespace backedge {
namespace {

struct CheckArguments : CorpusArguments {
  std::vector<std::string> tests;  // of ONNX, if the command line names their folders
  OnnxTestOptions options;         // for these
};

// Finds the tests of ONNX.
Complaint read_tests(CheckArguments& arguments) {
  size_t folders = 0;
  for (const std::string& name : arguments.cases) {
    const std::vector<std::string> tests = find_onnx_tests(name.substr(0, name.find_last_not_of('/') + 1));
    if (!tests.empty()) ++folders;
    arguments.tests.insert(arguments.tests.end(), tests.begin(), tests.end());
  }
  if (folders == arguments.cases.size()) return "";
  if (folders > 0) return "name either cases or folders of ONNX's tests";
  return arguments.options == OnnxTestOptions()
             ? ""
             : "--rtol, --atol and the limits are for folders of ONNX's tests, and none is named";
}

Result<bool> check_tests(const std::vector<std::string>& tests, const OnnxTestOptions& options) {
  using enum OnnxTestResult::Kind;
  int64_t ok = 0, failed = 0, not_supported = 0;
  for (const std::string& folder : tests) {
    const OnnxTestResult result = run_onnx_test(folder, options);
    const auto [count, title] = result.kind == kOk       ? std::pair{&ok, "ok             "}
                                : result.kind == kFailed ? std::pair{&failed, "FAILED         "}
                                                         : std::pair{&not_supported, "not supported  "};
    ++*count;
    TRY(print(title + safe_line(folder) + (result.reason.empty() ? "" : ": " + result.reason) + "\n"));
  }
  const CloseTolerance& tolerance = options.tolerance;
  TRY(print(counted(std::ssize(tests), "test") + ": " + std::to_string(ok) + " ok, " +
            std::to_string(failed) + " failed, " + std::to_string(not_supported) + " not supported; rtol " +
            number_text(tolerance.rtol_of(ElementType::kF32)) + ", of bf16 " +
            number_text(tolerance.rtol_of(ElementType::kBF16)) + ", atol " + number_text(tolerance.atol) +
            "\n"));
  return failed == 0;
}

bool is_folder(const std::string& name) {
  std::error_code failure;
  return std::filesystem::is_directory(name, failure);
}

Result<Verdict> check_with_pair(const SelectedRun& selected) {
  const auto& [test_case, run, pair] = selected;
  Verdict verdict = TRY(check_run(*test_case, *run));
  if (!verdict.passed() || pair == nullptr) return verdict;
  return check_pair(*test_case, *run, *pair);
}

Result<bool> check_cases(const CorpusArguments& arguments) {
  Result<Selection> selected_runs = select_runs(arguments.corpus, arguments.cases);
  if (!selected_runs.ok() && std::ranges::any_of(arguments.cases, is_folder))
    return selected_runs.take_error().note("a test of ONNX is a folder with model.onnx and test_data_set_0");
  const Selection selection = TRY(std::move(selected_runs));
  const Corpus& corpus = selection.corpus;
  const std::vector<SelectedRun>& runs = selection.runs;
  for (const std::string& problem : corpus.problems) TRY(print(problem + "\n"));
  const std::string again =
      "backedge check " + (arguments.corpus == default_corpus() ? "" : "--corpus " + arguments.corpus + " ");
  const std::string of_all = "of " + counted(std::ssize(runs), "run");
  ProgressLine progress;
  int64_t done = 0, failed = 0;
  for (const SelectedRun& selected : runs) {
    const Verdict verdict = TRY(check_with_pair(selected));
    if (!verdict.passed()) {
      ++failed;
      progress.erase();
      TRY(print(failure_text(*selected.test_case, *selected.run, verdict, again) + "\n\n"));
    }
    ++done;
    if (progress.wanted()) progress.show(done, of_all.c_str());
  }
  progress.erase();
  TRY(print(counted(std::ssize(runs), "run") + ", " + std::to_string(failed) + " failed" +
            (corpus.problems.empty() ? "" : "; the corpus has problems") + "\n"));
  return failed == 0 && corpus.problems.empty();
}

}  // namespace

void add_check(CommandLine& program) {
  const auto check = std::make_shared<CheckArguments>();
  Command& command = program.add_command(
      "check", "Run cases of the corpus, or tests of ONNX, and report the ones that fail.");
  add_cases(
      command, *check,
      "; or folders in the layout of ONNX's backend tests (model.onnx, test_data_set_0/input_0.pb, ...), "
      "or a folder of such folders")
      .required();
  command.add_number("--rtol", check->options.tolerance.rtol,
                     "the relative tolerance of ONNX's tests: a real may differ from the expected one e by "
                     "atol + rtol * |e| [0.001, for bf16 0.015625, as ONNX's runner]");
  command.add_number("--atol", check->options.tolerance.atol,
                     "the absolute tolerance of ONNX's tests [1e-07, as ONNX's runner]");
  add_limits(command, check->options.limits);
  command.check([check] { return read_tests(*check); });
  command.runs([check] {
    return exit_code(check->tests.empty() ? check_cases(*check) : check_tests(check->tests, check->options));
  });
}

}  // namespace backedge
