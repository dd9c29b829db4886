#include "conformance/verify/question.h"

#include <algorithm>

#include "conformance/corpus/read_text.h"
#include "conformance/verify/model_ports.h"

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
  const ModelFiles files = TRY(model_files(test_case, run));
  Question question{.test_case = test_case, .run = run, .files = files};
  Result<ModelPorts> ports = read_ports(question.files);
  if (!ports.ok() && may_reject_the_model(run)) return question;
  if (!ports.ok())
    return corpus_error("the run expects outputs, but its model cannot be read:\n" +
                        indented(ports.error().text(), "  "));
  question.parameters = std::move(ports.value().parameters);
  question.names = std::move(ports.value().results);
  for (const Inference& inference : run.inferences) {
    for (const Answer& answer : inference.answers) {
      const auto* outputs = std::get_if<std::vector<ExpectedTensor>>(&answer);
      if (outputs != nullptr && outputs->size() != question.names.size())
        return corpus_error("the run expects " + std::to_string(outputs->size()) +
                            " outputs, but its model has " + std::to_string(question.names.size()) +
                            " Results");
    }
  }
  return question;
}

}  // namespace backedge
