#include "tools/cli/export_command.h"

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "conformance/corpus/corpus.h"
#include "conformance/corpus/model_files.h"
#include "conformance/results/results.h"
#include "interpreter/base/number_text.h"
#include "tools/cli/command_line.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"
#include "tools/cli/suite_arguments.h"
#include "tools/cli/write_export.h"
#include "tools/cli/write_onnx_tests.h"

namespace backedge {

namespace {

constexpr size_t kMostReasons = 20;

struct ExportArguments : CorpusArguments {
  std::string out, format;
  bool with_survey = false, every_npy = false;
};

// Writes each run as a case of its own.
Result<void> export_cases(const ExportArguments& arguments, std::vector<SelectedRun> runs) {
  if (!arguments.format.empty())
    std::erase_if(runs,
                  [&](const SelectedRun& run) { return run.test_case->format.name != arguments.format; });
  TRY(write_export(arguments.out, runs, corpus_digest(arguments.corpus), arguments.every_npy));
  const std::string place = is_archive(arguments.out) ? " in " : " below ";
  return print(counted(std::ssize(runs), "run") + place + arguments.out + "\n");
}

// What ONNX lacks for the most runs.
Result<void> print_most_frequent(const std::map<std::string, int64_t>& lacks) {
  std::vector<std::pair<std::string, int64_t>> sorted(lacks.begin(), lacks.end());
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.second > b.second; });
  for (size_t k = 0; k < std::min(sorted.size(), kMostReasons); ++k)
    TRY(print("  " + std::to_string(sorted[k].second) + ": " + sorted[k].first + "\n"));
  if (sorted.size() <= kMostReasons) return {};
  return print("  and " + std::to_string(sorted.size() - kMostReasons) + " more reasons: index.json\n");
}

// Writes the runs as tests in the layout of ONNX's backend tests.
Result<void> export_tests(const ExportArguments& arguments, std::span<const SelectedRun> runs) {
  const WrittenTests written =
      TRY(write_onnx_tests(arguments.out, runs, corpus_digest(arguments.corpus), arguments.with_survey));
  TRY(print(counted(written.runs, "run") + " in " + counted(written.tests, "test") + " below " +
            arguments.out + "\n"));
  for (const auto& [reason, count] : written.left_out)
    TRY(print("left out: " + std::to_string(count) + " runs that " + reason + "\n"));
  return print_most_frequent(written.not_expressed);
}

Result<void> export_command(const ExportArguments& arguments) {
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  for (const std::string& problem : selection.corpus.problems)
    return Error("CASE-2", problem).in(Phase::kRead);
  return arguments.format == kOnnx.name ? export_tests(arguments, selection.runs)
                                        : export_cases(arguments, selection.runs);
}

}  // namespace

void add_export(CommandLine& program) {
  const auto exported = std::make_shared<ExportArguments>();
  Command& command =
      program.add_command("export", "Write a folder for each run, with a model that has no placeholders.");
  add_cases(command, *exported);
  command.add_option("--out", exported->out, "the folder to write to, or a file whose name ends with .tar.gz")
      .value_name("OUT")
      .required();
  command.add_flag("--npy", exported->every_npy,
                   "write every tensor to a .npy file, not only those above 4 KB");
  command
      .add_option(
          "--format", exported->format,
          "write only models of this format; with onnx, write folders in the layout of ONNX's backend "
          "tests (test_NAME/model.onnx, test_data_set_0/input_0.pb, ...), and convert models of "
          "other formats")
      .one_of({std::string(kOpenvinoIr.name), std::string(kTensorrtNetwork.name), std::string(kOnnx.name)});
  command.add_flag("--survey", exported->with_survey,
                   "with --format onnx: also the runs of the tier survey, which a backend may fail");
  command.check([exported] {
    const bool tests = exported->format == kOnnx.name;
    if (exported->with_survey && !tests) return Complaint("--survey: needs --format onnx");
    if (exported->every_npy && tests) return Complaint("--npy: tests of ONNX have .pb files");
    if (is_archive(exported->out) && tests) return Complaint("--out: tests of ONNX are written to a folder");
    return Complaint();
  });
  command.runs([exported] { return exit_code(export_command(*exported)); });
}

}  // namespace backedge
