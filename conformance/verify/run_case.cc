#include "conformance/verify/run_case.h"

#include <algorithm>

#include "conformance/corpus/expand_model.h"
#include "conformance/corpus/json.h"
#include "conformance/verify/interpreter_backend.h"

namespace backedge {
namespace {

std::vector<std::string> output_names(const LoadedModel& model) {
  std::vector<std::string> names;
  for (const ModelOutput& output : model.outputs()) names.push_back(output.name);
  return names;
}

}  // namespace

Result<ModelFiles> model_files(const Case& the_case, const CaseRun& run) {
  ModelFiles model;
  model.text = TRY(expand_model(the_case.model, the_case.parameters, run.at));
  model.file = the_case.folder + "/model.xml";
  model.is_file = the_case.parameters.empty();
  const std::string weights = the_case.folder + "/model.bin";
  if (file_exists(weights)) model.weights = weights;
  return model;
}

Result<LoadedModel> load_run(const Case& the_case, const CaseRun& run) {
  ModelFiles model = TRY(model_files(the_case, run));
  return load_text(std::move(model.text), model.file);
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

Result<std::vector<Tensor>> in_layer_order(const LoadedModel& model, const Inputs& inputs) {
  const std::vector<ModelInput> parameters = model.inputs();
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

Result<std::vector<Tensor>> infer(const LoadedModel& model, const Inputs& inputs, const RunOptions& options) {
  Result<std::vector<Tensor>> tensors = in_layer_order(model, inputs);
  if (!tensors.ok()) return tensors.take_error().in(Phase::kInput);
  return backedge::run(model, tensors.value(), options);
}

Result<Verdict> check_run(const Case& the_case, const CaseRun& run, const RunOptions& options) {
  ModelFiles files = TRY(model_files(the_case, run));
  const Result<LoadedModel> model = load_text(std::move(files.text), files.file);
  if (!model.ok()) return judge(run.inferences[0].answers, rejected(model.error()));
  const std::vector<std::string> names = output_names(model.value());
  for (size_t k = 0; k < run.inferences.size(); ++k) {
    const Inference& inference = run.inferences[k];
    Result<std::vector<Tensor>> outputs = infer(model.value(), inference.inputs, options);
    const BackendAnswer answer = outputs.ok() ? BackendAnswer(Outputs{std::move(outputs).value()})
                                              : BackendAnswer(rejected(outputs.error()));
    Verdict verdict = judge(inference.answers, answer, names);
    verdict.inference = k;
    if (!verdict.passed()) return verdict;
  }
  return Verdict();
}

Verdict judge_twin(const std::string& twin, const std::vector<Tensor>& twins, const Answer& golden,
                   const std::vector<Tensor>& outputs, const std::vector<std::string>& names) {
  const auto& goldens = std::get<std::vector<ExpectedTensor>>(golden);
  std::vector<ExpectedTensor> expected;
  for (size_t k = 0; k < twins.size(); ++k)
    expected.push_back({twins[k], k < goldens.size() ? goldens[k].comparison : Comparison()});
  Verdict verdict = judge_outputs(expected, outputs, names);
  if (!verdict.passed()) verdict.text = "unlike its twin, " + twin + ":\n" + verdict.text;
  return verdict;
}

Result<Verdict> check_twin(const Case& the_case, const CaseRun& run, const Case& twin,
                           const RunOptions& options) {
  const CaseRun* other = find_run(twin, run.name);
  if (other == nullptr)
    return corpus_error(name_of(the_case, run) + ": its reference pair " + twin.path +
                        " has no run of this name");
  const LoadedModel left = TRY(load_run(the_case, run)), right = TRY(load_run(twin, *other));
  for (size_t k = 0; k < std::min(run.inferences.size(), other->inferences.size()); ++k) {
    Result<std::vector<Tensor>> wanted = infer(right, other->inferences[k].inputs, options);
    const Answer& golden = run.inferences[k].answers[0];
    if (!wanted.ok() || std::holds_alternative<Rejection>(golden)) continue;
    const Result<std::vector<Tensor>> given = infer(left, run.inferences[k].inputs, options);
    Verdict verdict =
        given.ok()
            ? judge_twin(name_of(twin, *other), wanted.value(), golden, given.value(), output_names(left))
            : Verdict{.outcome = Outcome::kRejected, .text = answer_text(rejected(given.error()))};
    verdict.inference = k;
    if (!verdict.passed()) return verdict;
  }
  return Verdict();
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
