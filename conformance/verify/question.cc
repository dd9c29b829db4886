#include "conformance/verify/question.h"

#include <algorithm>

#include "conformance/corpus/json.h"
#include "interpreter/interpreter.h"

namespace backedge {
namespace {

bool may_reject_the_model(const CaseRun& run) {
  const std::vector<Answer>& answers = run.inferences[0].answers;
  return std::any_of(answers.begin(), answers.end(), [](const Answer& answer) {
    const auto* rejection = std::get_if<Rejection>(&answer);
    return rejection != nullptr && rejection->phase == Phase::kLoad;
  });
}

}  // namespace

Verdict Question::judge_at(size_t k, const BackendAnswer& answer) const {
  Verdict verdict = judge(run.inferences[k].answers, answer, names);
  verdict.inference = k;
  return verdict;
}

std::vector<NamedTensor> in_parameter_order(const Inputs& inputs, const std::vector<std::string>& names) {
  std::vector<NamedTensor> tensors;
  for (size_t k = 0; k < inputs.listed.size(); ++k)
    tensors.push_back({k < names.size() ? names[k] : "", inputs.listed[k]});
  for (const std::string& name : names) {
    const auto named = inputs.named.find(name);
    if (named != inputs.named.end()) tensors.push_back({name, named->second});
  }
  for (const auto& [name, tensor] : inputs.named) {
    if (std::find(names.begin(), names.end(), name) == names.end()) tensors.push_back({name, tensor});
  }
  return tensors;
}

Result<Question> question_of(const TestCase& test_case, const CaseRun& run) {
  Question question{.test_case = test_case, .run = run, .files = TRY(model_files(test_case, run))};
  Result<LoadedModel> model = load_text(question.files.text, question.files.path);
  if (!model.ok() && may_reject_the_model(run)) return question;
  if (!model.ok())
    return corpus_error("the run expects outputs, but the interpreter does not load its model:\n" +
                        indented(model.error().text(), "  "));
  for (const ModelInput& input : model.value().inputs()) question.parameters.push_back(input.name);
  for (const ModelOutput& output : model.value().outputs()) question.names.push_back(output.name);
  return question;
}

}  // namespace backedge
