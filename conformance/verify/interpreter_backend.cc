#include "conformance/verify/interpreter_backend.h"

#include "conformance/verify/run_case.h"

namespace backedge {
namespace {

// By position where every name stands in its place, so that Parameters may share one.
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

BackendAnswer InterpreterBackend::load(const ModelFiles& model) {
  Result<LoadedModel> loaded = load_text(model.text, model.file, {.weights = model.weights});
  if (!loaded.ok()) return rejected(loaded.error());
  model_ = std::move(loaded).value();
  return Done();
}

BackendAnswer InterpreterBackend::infer(const std::vector<NamedTensor>& inputs) {
  if (!model_) return Failed{"no model is loaded"};
  Result<std::vector<Tensor>> outputs =
      backedge::infer(*model_, inputs_of(model_->inputs(), inputs), options_);
  if (!outputs.ok()) return rejected(outputs.error());
  return Outputs{std::move(outputs).value()};
}

BackendAnswer InterpreterBackend::unload() {
  model_.reset();
  return Done();
}

}  // namespace backedge
