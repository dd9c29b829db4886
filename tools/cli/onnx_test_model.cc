#include "tools/cli/onnx_test_model.h"

#include "interpreter/graph/graph.h"
#include "interpreter/interpreter.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/onnx/writer/write_graph.h"

namespace backedge {
namespace {

constexpr std::string_view kCannotExpress = "ONNX cannot express ";

// What ONNX lacks, in the first line of an error of the writer.
std::string lacks(const Error& error) {
  const std::string& message = error.message();
  const std::string line = message.substr(0, message.find('\n'));
  return line.starts_with(kCannotExpress) ? line.substr(kCannotExpress.size()) : line;
}

Result<OnnxTestModel> converted_model(const ModelFiles& files) {
  const LoadedModel original = TRY(load_text(files.text, files.path, {.weights = files.weights}));
  Result<std::string> bytes = onnx::write_graph(original.graph());
  OnnxTestModel model;
  if (!bytes.ok()) {
    model.not_expressed = lacks(bytes.error());
    return model;
  }
  const LoadedModel written = TRY(load_text(bytes.value(), "model.onnx"));
  for (const ModelInput& input : written.inputs()) model.inputs.push_back(input.name);
  for (const ModelOutput& output : written.outputs()) model.outputs.push_back(output.name);
  model.bytes = std::move(bytes).value();
  return model;
}

}  // namespace

Result<std::vector<std::string>> replaced_defaults(const TestCase& test_case, const CaseRun& run,
                                                   const Inference& inference) {
  std::vector<std::string> replaced;
  if (test_case.format.name != kOnnx.name) return replaced;
  const ModelFiles files = TRY(model_files(test_case, run));
  const onnx::PortNames names = TRY(onnx::port_names(files.text, files.path));
  for (size_t k = names.inputs.size() - names.defaults; k < names.inputs.size(); ++k) {
    const std::string& name = names.inputs[k];
    if (inference.inputs.listed.size() > k || inference.inputs.named.contains(name)) replaced.push_back(name);
  }
  return replaced;
}

Result<OnnxTestModel> onnx_test_model(const TestCase& test_case, const CaseRun& run,
                                      const std::vector<std::string>& overridden) {
  const ModelFiles files = TRY(model_files(test_case, run));
  if (files.format.name != kOnnx.name) return converted_model(files);
  OnnxTestModel model{.bytes = TRY(onnx::positional_binary(files.text, files.path, overridden))};
  onnx::PortNames names = TRY(onnx::port_names(model.bytes, "model.onnx"));
  model.inputs = std::move(names.inputs);
  model.inputs.resize(model.inputs.size() - names.defaults);
  model.outputs = std::move(names.outputs);
  return model;
}

}  // namespace backedge
