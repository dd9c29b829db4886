#include "conformance/run_case.h"

#include <algorithm>

#include "conformance/compare.h"
#include "conformance/expand_model.h"

namespace backedge {
namespace {

std::string indented(const std::string& text, const std::string& by) {
  std::string out = by;
  for (const char c : text) {
    out += c;
    if (c == '\n') out += by;
  }
  return out;
}

// Our four phases as the two that every implementation has.
Phase coarse(Phase phase) {
  return phase == Phase::kRead || phase == Phase::kLoad ? Phase::kLoad : Phase::kRun;
}

std::string outputs_text(std::span<const Tensor> outputs) {
  std::string text;
  for (const Tensor& output : outputs)
    text += (text.empty() ? "" : ", ") + describe(output.type(), output.shape());
  return "outputs " + (text.empty() ? "(none)" : text);
}

// "" where `actual` is what `expected` says.
std::string judge_rejection(const Rejection& expected, const Result<std::vector<Tensor>>& actual) {
  if (actual.ok()) return "expected " + expected.text() + "\nactual   " + outputs_text(actual.value());
  const Error& error = actual.error();
  const bool named =
      std::find(expected.rules.begin(), expected.rules.end(), error.rule()) != expected.rules.end();
  if (named && coarse(error.phase()) == expected.phase) return "";
  return "expected " + expected.text() + "\nactual   rejected (" + std::string(name_of(error.phase())) +
         ")\n" + indented(error.text(), "  ");
}

std::string judge_outputs(const std::vector<ExpectedTensor>& expected, const LoadedModel* model,
                          const Result<std::vector<Tensor>>& actual) {
  if (!actual.ok()) {
    const Error& error = actual.error();
    return "expected outputs\nactual   rejected (" + std::string(name_of(error.phase())) + ")\n" +
           indented(error.text(), "  ");
  }
  const std::vector<Tensor>& outputs = actual.value();
  if (outputs.size() != expected.size()) {
    return "expected " + std::to_string(expected.size()) + " outputs\nactual   " +
           std::to_string(outputs.size()) + ": " + outputs_text(outputs);
  }
  std::string text;
  for (size_t k = 0; k < outputs.size(); ++k) {
    const std::optional<Difference> difference = compare(expected[k], outputs[k]);
    if (!difference) continue;
    const std::string name = model == nullptr ? "" : " \"" + model->outputs()[k].name + "\"";
    text += (text.empty() ? "" : "\n") + ("output " + std::to_string(k)) + name + ", compared by " +
            expected[k].comparison.text() + ": " + difference->text;
  }
  return text;
}

std::string judge(const std::vector<Answer>& answers, const LoadedModel* model,
                  const Result<std::vector<Tensor>>& actual) {
  std::string text;
  for (size_t k = 0; k < answers.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<ExpectedTensor>>(&answers[k]);
    const std::string why = outputs != nullptr ? judge_outputs(*outputs, model, actual)
                                               : judge_rejection(std::get<Rejection>(answers[k]), actual);
    if (why.empty()) return "";
    text +=
        (text.empty() ? "" : "\n") + (answers.size() > 1 ? "answer " + std::to_string(k) + ":\n" : "") + why;
  }
  return text;
}

Result<std::vector<Tensor>> in_layer_order(const std::vector<ModelInput>& parameters, const Inputs& inputs) {
  if (!inputs.listed.empty()) {
    const size_t given = inputs.listed.size();
    if (given == parameters.size()) return inputs.listed;
    return Error(given < parameters.size() ? "INPUT-1" : "INPUT-2",
                 std::to_string(given) + " tensors for " + std::to_string(parameters.size()) + " Parameters");
  }
  std::vector<Tensor> tensors;
  for (const ModelInput& parameter : parameters) {
    const auto named = inputs.named.find(parameter.name);
    if (named == inputs.named.end())
      return Error("INPUT-1", "no tensor for Parameter \"" + parameter.name + "\"");
    tensors.push_back(named->second);
  }
  for (const auto& [name, tensor] : inputs.named) {
    const auto is_it = [&name = name](const ModelInput& parameter) { return parameter.name == name; };
    if (std::none_of(parameters.begin(), parameters.end(), is_it))
      return Error("INPUT-2", "the model has no Parameter \"" + name + "\"");
  }
  return tensors;
}

}  // namespace

Result<LoadedModel> load_run(const Case& the_case, const CaseRun& run) {
  std::string text = TRY(expand_model(the_case.model, the_case.parameters, run.at));
  return load_text(std::move(text), the_case.folder + "/model.xml");
}

Result<std::vector<Tensor>> infer(const LoadedModel& model, const Inputs& inputs, const RunOptions& options) {
  Result<std::vector<Tensor>> tensors = in_layer_order(model.inputs(), inputs);
  if (!tensors.ok()) return tensors.take_error().in(Phase::kInput);
  return backedge::run(model, tensors.value(), options);
}

Verdict check_run(const Case& the_case, const CaseRun& run, const RunOptions& options) {
  Result<LoadedModel> model = load_run(the_case, run);
  if (!model.ok()) return {0, judge(run.inferences[0].answers, nullptr, model.take_error())};
  for (size_t k = 0; k < run.inferences.size(); ++k) {
    const Inference& inference = run.inferences[k];
    std::string why =
        judge(inference.answers, &model.value(), infer(model.value(), inference.inputs, options));
    if (!why.empty()) return {k, std::move(why)};
  }
  return {};
}

Verdict check_twin(const Case& the_case, const CaseRun& run, const Case& twin, const RunOptions& options) {
  const auto other = std::find_if(twin.runs.begin(), twin.runs.end(),
                                  [&run](const CaseRun& candidate) { return candidate.name == run.name; });
  if (other == twin.runs.end()) return {0, "its twin " + twin.path + " has no run of this name"};
  const Result<LoadedModel> left = load_run(the_case, run), right = load_run(twin, *other);
  if (!left.ok() || !right.ok()) return {0, (left.ok() ? right : left).error().text()};
  for (size_t k = 0; k < std::min(run.inferences.size(), other->inferences.size()); ++k) {
    const auto* goldens = std::get_if<std::vector<ExpectedTensor>>(&run.inferences[k].answers[0]);
    Result<std::vector<Tensor>> wanted = infer(right.value(), other->inferences[k].inputs, options);
    if (!wanted.ok() || goldens == nullptr) continue;
    std::vector<ExpectedTensor> expected;
    for (size_t o = 0; o < wanted.value().size(); ++o)
      expected.push_back({wanted.value()[o], o < goldens->size() ? (*goldens)[o].comparison : Comparison()});
    std::string why =
        judge_outputs(expected, &left.value(), infer(left.value(), run.inferences[k].inputs, options));
    if (!why.empty()) return {k, "unlike its twin, " + name_of(twin, *other) + ":\n" + why};
  }
  return {};
}

std::string failure_text(const Case& the_case, const CaseRun& run, const Verdict& verdict,
                         const std::string& command) {
  std::string rules;
  for (const std::string& rule : run.rules) rules += (rules.empty() ? "" : ", ") + rule;
  std::string text = name_of(the_case, run) + "\n  " + the_case.title + "\n  " + rules + "; see " +
                     document_of(run.rules.empty() ? "" : run.rules.front());
  if (run.inferences.size() > 1)
    text +=
        "\n  inference " + std::to_string(verdict.inference) + " of " + std::to_string(run.inferences.size());
  return text + "\n" + indented(verdict.text, "  ") + "\n  again: " + command + name_of(the_case, run);
}

}  // namespace backedge
