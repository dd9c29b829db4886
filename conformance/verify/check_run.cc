#include "conformance/verify/check_run.h"

#include <algorithm>

#include "conformance/corpus/read_text.h"
#include "interpreter/base/joined.h"

namespace backedge {
namespace {

std::vector<std::string> output_names(const LoadedModel& model) {
  std::vector<std::string> names;
  for (const ModelOutput& output : model.outputs()) names.push_back(output.name);
  return names;
}

}  // namespace

Result<LoadedModel> load_run(const TestCase& test_case, const CaseRun& run) {
  ModelFiles model = TRY(model_files(test_case, run));
  return load_text(std::move(model.text), model.path);
}

Result<Verdict> check_run(const TestCase& test_case, const CaseRun& run, const RunOptions& options) {
  const ModelFiles files = TRY(model_files(test_case, run));
  const Result<LoadedModel> model = load_text(files.text, files.path);
  if (!model.ok()) return judge(run.inferences[0].answers, rejected(model.error()));
  const std::vector<std::string> names = output_names(model.value());
  for (size_t k = 0; k < run.inferences.size(); ++k) {
    const Inference& inference = run.inferences[k];
    Result<std::vector<Tensor>> outputs = infer(model.value(), files, inference.inputs, options);
    const BackendAnswer answer = outputs.ok() ? BackendAnswer(Outputs{std::move(outputs).value()})
                                              : BackendAnswer(rejected(outputs.error()));
    Verdict verdict = judge(inference.answers, answer, names);
    verdict.inference = k;
    if (!verdict.passed()) return verdict;
  }
  return Verdict();
}

Verdict judge_pair(const std::string& pair, const std::vector<Tensor>& wanted, const Answer& golden,
                   const std::vector<Tensor>& outputs, const std::vector<std::string>& names) {
  const auto& goldens = std::get<std::vector<ExpectedTensor>>(golden);
  std::vector<ExpectedTensor> expected;
  for (size_t k = 0; k < wanted.size(); ++k)
    expected.push_back({wanted[k], k < goldens.size() ? goldens[k].comparison : Comparison()});
  Verdict verdict = judge_outputs(expected, outputs, names);
  if (!verdict.passed()) verdict.text = "unlike its reference pair, " + pair + ":\n" + verdict.text;
  return verdict;
}

Result<Verdict> check_pair(const TestCase& test_case, const CaseRun& run, const TestCase& pair,
                           const RunOptions& options) {
  const CaseRun* other = find_run(pair, run.name);
  if (other == nullptr)
    return corpus_error(name_of(test_case, run) + ": its reference pair " + pair.path +
                        " has no run of this name");
  const ModelFiles left_files = TRY(model_files(test_case, run)),
                   right_files = TRY(model_files(pair, *other));
  const LoadedModel left = TRY(load_run(test_case, run)), right = TRY(load_run(pair, *other));
  for (size_t k = 0; k < std::min(run.inferences.size(), other->inferences.size()); ++k) {
    Result<std::vector<Tensor>> wanted = infer(right, right_files, other->inferences[k].inputs, options);
    const Answer& golden = run.inferences[k].answers[0];
    if (!wanted.ok() || std::holds_alternative<Rejection>(golden)) continue;
    const Result<std::vector<Tensor>> given = infer(left, left_files, run.inferences[k].inputs, options);
    Verdict verdict =
        given.ok()
            ? judge_pair(name_of(pair, *other), wanted.value(), golden, given.value(), output_names(left))
            : Verdict{.outcome = Outcome::kRejected, .text = answer_text(rejected(given.error()))};
    verdict.inference = k;
    if (!verdict.passed()) return verdict;
  }
  return Verdict();
}

std::string failure_text(const TestCase& test_case, const CaseRun& run, const Verdict& verdict,
                         const std::string& command) {
  std::string text = name_of(test_case, run) + "\n  " + test_case.title + "\n  " + joined(run.rules) +
                     "; see " + document_of(run.rules.empty() ? "" : run.rules.front());
  if (run.inferences.size() > 1)
    text +=
        "\n  inference " + std::to_string(verdict.inference) + " of " + std::to_string(run.inferences.size());
  return text + "\n" + indented(verdict.text, "  ") + "\n  again: " + command + name_of(test_case, run);
}

}  // namespace backedge
