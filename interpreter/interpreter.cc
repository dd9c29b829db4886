#include "interpreter/interpreter.h"

#include "interpreter/base/open_file.h"
#include "interpreter/base/safe_text.h"
#include "interpreter/base/within_memory.h"
#include "interpreter/exec/evaluate.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/openvino/build_graph.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/tensorrt/lower_network.h"
#include "interpreter/tensorrt/read_network.h"

namespace backedge {

std::vector<ModelInput> LoadedModel::inputs() const {
  std::vector<ModelInput> inputs;
  for (const GraphParameter& parameter : graph_->parameters) {
    inputs.push_back(
        {parameter.name, parameter.declared.type, parameter.declared.shape, parameter.declared.kind});
  }
  return inputs;
}

std::vector<ModelInput> LoadedModel::defaults() const {
  std::vector<ModelInput> defaults;
  for (const GraphDefault& input : graph_->defaults)
    defaults.push_back({input.name, input.declared.type, input.declared.shape, input.declared.kind});
  return defaults;
}

std::vector<ModelOutput> LoadedModel::outputs() const {
  std::vector<ModelOutput> outputs;
  for (size_t k = 0; k < graph_->results.size(); ++k) {
    const Signature& signature = graph_->result_signatures[k];
    outputs.push_back({graph_->results[k].name, signature.type, signature.shape, signature.kind});
  }
  return outputs;
}

namespace {

// The state of a load.
struct Load {
  const LoadOptions& options;
  Deadline deadline = Deadline(options.max_seconds);

  openvino::ReadLimits read_limits() {
    return {.max_file_bytes = options.max_file_bytes,
            .max_weight_bytes = options.max_bytes,
            .deadline = &deadline};
  }
  tensorrt::LowerLimits lower_limits() {
    return {.max_depth = options.max_depth, .max_bytes = options.max_bytes, .deadline = &deadline};
  }
  Result<LoadedModel> build_onnx(const std::string& bytes, const std::string& file) {
    return LoadedModel(TRY(onnx::lower_model(
        bytes, file, {.max_depth = options.max_depth, .max_bytes = options.max_bytes, .deadline = &deadline},
        options.overridden)));
  }
  Result<LoadedModel> build(const openvino::Model& model) {
    return LoadedModel(TRY(openvino::build_model(model,
                                                 {.max_depth = options.max_depth,
                                                  .max_bytes = options.max_bytes,
                                                  .deadline = &deadline,
                                                  .weights_optional = options.weights_optional},
                                                 {options.overridden, options.variable_outputs})));
  }
};

Result<LoadedModel> build_network(std::string_view text, const std::string& file,
                                  const LoadOptions& options) {
  Load load{options};
  const auto network = TRY(tensorrt::read_network(text, file, &load.deadline));
  return LoadedModel(TRY(tensorrt::lower_network(*network, file, load.lower_limits())));
}

}  // namespace

Result<LoadedModel> load(const tensorrt::INetworkDefinition& network, const LoadOptions& options) {
  return within_memory([&]() -> Result<LoadedModel> {
    Load load{options};
    return LoadedModel(TRY(tensorrt::lower_network(network, network.getName(), load.lower_limits())));
  });
}

Result<LoadedModel> load(const std::string& file, const LoadOptions& options) {
  return within_memory([&]() -> Result<LoadedModel> {
    if (tensorrt::is_network_file(file))
      return build_network(TRY(read_model_file(file, options.max_file_bytes)), file, options);
    Load load{options};
    // Most of the file is constants.
    if (onnx::is_onnx_file(file)) return load.build_onnx(TRY(read_model_file(file, options.max_bytes)), file);
    return load.build(TRY(openvino::read_model(file, options.weights, load.read_limits())));
  });
}

Result<LoadedModel> load_text(std::string text, const std::string& file, const LoadOptions& options) {
  return within_memory([&]() -> Result<LoadedModel> {
    if (tensorrt::is_network_file(file)) return build_network(text, file, options);
    Load load{options};
    if (onnx::is_onnx_file(file)) return load.build_onnx(text, file);
    return load.build(
        TRY(openvino::read_model_text(std::move(text), file, options.weights, load.read_limits())));
  });
}

Result<void> check_input(const ModelInput& parameter, ElementType type, const Shape& shape) {
  Result<void> fits = check_input(parameter.name, parameter.signature(), Signature{type, shape});
  if (!fits.ok()) return fits.take_error().in(Phase::kInput);
  return {};
}

namespace {

// Whether every input and output is a tensor.  [INPUT-6]
Result<void> check_has_tensors_only(const LoadedModel& model) {
  const auto check = [&](const char* role, const auto& ports) -> Result<void> {
    for (const auto& port : ports) {
      if (port.kind == ValueKind::kTensor) continue;
      return Error("INPUT-6", std::string(role) + " \"" + safe_line(port.name) + "\" is declared " +
                                  port.signature().text() + "; here only tensors are supported");
    }
    return {};
  };
  TRY(check("Parameter", model.inputs()));
  return check("Result", model.outputs());
}

}  // namespace

Result<std::vector<Tensor>> run(const LoadedModel& model, std::span<const Tensor> inputs,
                                const RunOptions& options) {
  return within_memory([&]() -> Result<std::vector<Tensor>> {
    Result<void> tensors_only = check_has_tensors_only(model);
    if (!tensors_only.ok()) return tensors_only.take_error().in(Phase::kInput).at(model.graph().file, 0);
    const std::vector<Value> values(inputs.begin(), inputs.end());
    const std::vector<Value> results = TRY(run_values(model, values, options));
    std::vector<Tensor> outputs;
    for (const Value& result : results) outputs.push_back(result.tensor());
    return outputs;
  });
}

Result<std::vector<Value>> run_values(const LoadedModel& model, std::span<const Value> inputs,
                                      const RunOptions& options) {
  return within_memory([&]() -> Result<std::vector<Value>> {
    if (model.graph().lacks_weights) {
      return Error("WEIGHTS-1", "the model was loaded without its weights, so it cannot be run")
          .in(Phase::kRun)
          .at(model.graph().file, 0);
    }
    return evaluate(model.graph(), inputs, options);
  });
}

}  // namespace backedge
