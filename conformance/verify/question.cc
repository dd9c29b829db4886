#include "conformance/verify/question.h"

#include <algorithm>

#include "conformance/corpus/json.h"
#include "conformance/verify/run_case.h"

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

Result<Question> question_of(const Case& the_case, const CaseRun& run) {
  Question question{.the_case = the_case, .run = run, .files = TRY(model_files(the_case, run))};
  Result<LoadedModel> model = load_text(question.files.text, question.files.file);
  if (!model.ok() && may_reject_the_model(run)) return question;
  if (!model.ok())
    return corpus_error("the run expects outputs, but the interpreter does not load its model:\n" +
                        indented(model.error().text(), "  "));
  for (const ModelInput& input : model.value().inputs()) question.parameters.push_back(input.name);
  for (const ModelOutput& output : model.value().outputs()) question.names.push_back(output.name);
  return question;
}

}  // namespace backedge
