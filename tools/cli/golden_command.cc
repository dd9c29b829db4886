#include "tools/cli/golden_command.h"

#include <algorithm>
#include <memory>
#include <sstream>

#include "conformance/bounds/derive_tolerances.h"
#include "conformance/corpus/corpus.h"
#include "conformance/judge/compare.h"
#include "conformance/verify/check_run.h"
#include "interpreter/base/number_text.h"
#include "interpreter/tensor/numpy_text.h"
#include "tools/cli/command_line.h"
#include "tools/cli/make_case.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"
#include "tools/cli/suite_arguments.h"

namespace backedge {
namespace {

struct GoldenArguments : CorpusArguments {
  std::string inputs;    // for a model: the folder of its inputs
  std::string case_dir;  // for a model: the case to make of it
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string side_by_side(const std::string& left, const std::string& right) {
  std::vector<std::string> a = lines_of(left), b = lines_of(right);
  a.resize(std::max(a.size(), b.size()));
  b.resize(a.size());
  size_t width = 0;
  for (const std::string& line : a) width = std::max(width, line.size());
  std::string text;
  for (size_t k = 0; k < a.size(); ++k)
    text += "  " + a[k] + std::string(width - a[k].size(), ' ') + "  |  " + b[k] + "\n";
  return text;
}

// The outputs of an inference that differ from the stored ones, side by side.
std::string differences_text(const Inference& inference, const std::vector<Tensor>& actual) {
  std::string text;
  for (const Answer& answer : inference.answers) {
    const auto* goldens = std::get_if<std::vector<ExpectedTensor>>(&answer);
    for (size_t k = 0; goldens != nullptr && k < std::min(goldens->size(), actual.size()); ++k) {
      if (!compare((*goldens)[k], actual[k])) continue;
      text += "output " + std::to_string(k) + "\n" +
              side_by_side("oracle\n" + numpy_text((*goldens)[k].tensor),
                           "interpreter\n" + numpy_text(actual[k]));
    }
  }
  return text;
}

Result<std::string> both_sides(const SelectedRun& selected, size_t k) {
  const auto& [test_case, run, pair] = selected;
  const Inference& inference = run->inferences[k];
  const LoadedModel model = TRY(load_run(*test_case, *run));
  const ModelFiles files = TRY(model_files(*test_case, *run));
  return differences_text(inference,
                          TRY(infer(TRY(load_for(model, files, inference.inputs)), inference.inputs)));
}

// The difference between interpreter and oracle in a run; "" if they agree.
Result<std::string> difference_of(const SelectedRun& selected) {
  const Verdict verdict = TRY(check_run(*selected.test_case, *selected.run));
  if (verdict.passed()) return std::string();
  std::string text = failure_text(*selected.test_case, *selected.run, verdict, "backedge golden ") + "\n";
  const Result<std::string> sides = both_sides(selected, verdict.inference);
  if (sides.ok()) text += sides.value();
  return text + "  oracle: " + selected.test_case->oracle + "\n\n";
}

// Prints the tolerances of a run. Returns whether all of them hold.
Result<bool> check_tolerances(const SelectedRun& selected) {
  const std::string name = name_of(*selected.test_case, *selected.run);
  const Result<std::vector<bounds::Tolerance>> tolerances =
      bounds::derive_tolerances(*selected.test_case, *selected.run);
  if (!tolerances.ok()) {
    TRY(print(name + "\n" + tolerances.error().text() + "\n"));
    return false;
  }
  bool hold = true;
  for (const bounds::Tolerance& tolerance : tolerances.value()) {
    TRY(print(name + " " + tolerance.text() + (tolerance.holds() ? "\n" : ": CASE-4\n")));
    hold = hold && tolerance.holds();
  }
  return hold;
}

Result<bool> golden_command(const GoldenArguments& arguments) {
  if (!arguments.case_dir.empty()) {
    TRY(make_case(arguments.cases.front(), arguments.inputs, arguments.case_dir));
    TRY(print(arguments.case_dir + ": a case whose only oracle is this interpreter (reference-only)\n"));
    return true;
  }
  const Selection selection = TRY(select_runs(arguments.corpus, arguments.cases));
  for (const std::string& problem : selection.corpus.problems) TRY(print(problem + "\n"));
  int64_t differ = 0, untolerable = 0;
  for (const SelectedRun& selected : selection.runs) {
    const std::string difference = TRY(difference_of(selected));
    TRY(print(difference));
    if (!difference.empty()) ++differ;
    if (difference.empty() && !TRY(check_tolerances(selected))) ++untolerable;
  }
  TRY(print(counted(std::ssize(selection.runs), "run") + "; oracle and interpreter differ in " +
            std::to_string(differ) + "; " + std::to_string(untolerable) +
            " have a tolerance other than the derived one\n"));
  return differ == 0 && untolerable == 0 && selection.corpus.problems.empty();
}

}  // namespace

void add_golden(CommandLine& program) {
  const auto golden = std::make_shared<GoldenArguments>();
  Command& command = program.add_command(
      "golden",
      "Compare the goldens of cases with the interpreter's values, and their tolerances with derived ones;\n"
      "or make a case of a model.");
  add_cases(command, *golden).required();
  Option inputs =
      command
          .add_option("--inputs", golden->inputs,
                      "a folder with a .npy or .pb for each Parameter, by name or position, or input_K.pb")
          .value_name("DIR");
  Option case_dir = command.add_option("--case-dir", golden->case_dir, "the case to make").value_name("DIR");
  inputs.needs(case_dir);
  case_dir.needs(inputs);
  command.check([golden] {
    const bool one_model = golden->case_dir.empty() || golden->cases.size() == 1;
    return Complaint(one_model ? "" : "--case-dir: expected exactly one MODEL");
  });
  command.runs([golden] { return exit_code(golden_command(*golden)); });
}

}  // namespace backedge
