#include "conformance/verify/interpreter_backend.h"

#include <algorithm>

namespace backedge {
namespace {

// By position if all names are in the order of the Parameters, so that Parameters may have equal names.
Inputs inputs_of(const std::vector<ModelInput>& parameters, const std::vector<NamedTensor>& tensors) {
  Inputs inputs;
  bool in_order = tensors.size() == parameters.size();
  for (size_t k = 0; in_order && k < tensors.size(); ++k) in_order = tensors[k].name == parameters[k].name;
  for (const NamedTensor& tensor : tensors) {
    if (in_order) {
      inputs.listed.push_back(tensor.tensor);
    } else {
      inputs.named.emplace(tensor.name, tensor.tensor);
    }
  }
  return inputs;
}

}  // namespace

Rejected rejected(const Error& error) {
  const bool load = error.phase() == Phase::kRead || error.phase() == Phase::kLoad;
  return {load ? Phase::kLoad : Phase::kRun, error.rule(), error.text()};
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

Result<LoadedModel> load_for(const LoadedModel& model, const ModelFiles& files, const Inputs& inputs) {
  std::vector<std::string> overridden;  // (ONNX-GRAPH-18, VAR-4)
  size_t position = model.inputs().size();
  for (const ModelInput& input : model.defaults()) {
    if (inputs.named.contains(input.name) || position++ < inputs.listed.size())
      overridden.push_back(input.name);
  }
  if (overridden.empty()) return model;
  return load_text(files.text, files.path, {.weights = files.weights, .overridden = overridden});
}

Result<std::vector<Tensor>> infer(const LoadedModel& model, const Inputs& inputs, const RunOptions& options) {
  Result<std::vector<Tensor>> tensors = in_layer_order(model, inputs);
  if (!tensors.ok()) return tensors.take_error().in(Phase::kInput);
  return backedge::run(model, tensors.value(), options);
}

Result<std::vector<Tensor>> infer(const LoadedModel& model, const ModelFiles& files, const Inputs& inputs,
                                  const RunOptions& options) {
  return infer(TRY(load_for(model, files, inputs)), inputs, options);
}

BackendAnswer InterpreterBackend::load(const ModelFiles& model) {
  Result<LoadedModel> loaded = load_text(model.text, model.path, {.weights = model.weights});
  if (!loaded.ok()) return rejected(loaded.error());
  for (const ModelOutput& output : loaded.value().outputs()) {
    if (is_narrow(output.type))
      return Failed{"an answer has no tensor of " + std::string(name_of(output.type))};
  }
  model_ = std::move(loaded).value();
  files_ = model;
  return Done();
}

BackendAnswer InterpreterBackend::infer(const std::vector<NamedTensor>& inputs) {
  if (!model_) return Failed{"no model is loaded"};
  Result<std::vector<Tensor>> outputs =
      backedge::infer(*model_, files_, inputs_of(model_->inputs(), inputs), options_);
  if (!outputs.ok()) return rejected(outputs.error());
  return Outputs{std::move(outputs).value()};
}

BackendAnswer InterpreterBackend::unload() {
  model_.reset();
  return Done();
}

}  // namespace backedge
