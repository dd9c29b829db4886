#include "interpreter/openvino/layer_writer.h"

#include "interpreter/base/safe_text.h"
#include "interpreter/openvino/shape_text.h"
#include "interpreter/openvino/xml_characters.h"
#include "interpreter/tensor/stored_elements.h"

namespace backedge::openvino {
namespace {

int64_t next_port(const Layer& layer) {
  return static_cast<int64_t>(layer.inputs.size() + layer.outputs.size());
}

// XML has no control characters, and its readers change line ends and tabs of an attribute.
std::string attribute_text(const std::string& name) {
  const bool is_kept = find_ill_encoded(name) == nullptr && name.find_first_of("\t\n\r") == std::string::npos;
  return is_kept ? name : safe_line(name);
}

Result<void> check_type(ElementType type) {
  if (!precision_name_of(type).empty()) return {};
  // [IR-WRITE-1]
  return Error("IR-WRITE-1", "OpenVINO IR has no element type " + std::string(name_of(type)));
}

}  // namespace

std::string shape_attribute(const PartialShape& shape) {
  if (!shape.rank_known()) return "...";
  std::string text;
  for (int64_t axis = 0; axis < shape.rank(); ++axis)
    text += (axis == 0 ? "" : ",") + (shape[axis] == Dimension::any() ? "?" : shape[axis].text());
  return text;
}

Layer& LayerWriter::add_layer(const std::string& type, int64_t opset, const std::string& name) {
  const int64_t id = std::ssize(graph_.layers);
  const std::string called = name.empty() ? type + "_" + std::to_string(id) : attribute_text(name);
  graph_.layers.push_back(
      {.id = id, .name = called, .type = type, .version = "opset" + std::to_string(opset)});
  return graph_.layers.back();
}

void LayerWriter::connect(Layer& layer, const LayerValue& value) {
  Port port{.id = next_port(layer)};
  port.declare(value.signature.type, value.signature.shape);
  graph_.edges.push_back(
      {.from_layer = value.layer, .from_port = value.port, .to_layer = layer.id, .to_port = port.id});
  layer.inputs.push_back(std::move(port));
}

LayerValue LayerWriter::add_output(Layer& layer, const Signature& signature) {
  Port port{.id = next_port(layer)};
  port.declare(signature.type, signature.shape);
  layer.outputs.push_back(std::move(port));
  return {layer.id, layer.outputs.back().id, signature};
}

Result<LayerValue> LayerWriter::add_parameter(const std::string& name, const Signature& declared) {
  TRY(check_type(declared.type));
  Layer& layer = add_layer("Parameter", 1, name);
  layer.attributes = {{"shape", shape_attribute(declared.shape)},
                      {"element_type", std::string(name_of(declared.type))}};
  return add_output(layer, declared);
}

Result<LayerValue> LayerWriter::add_constant(const Tensor& value, const std::string& name) {
  TRY(check_type(value.type()));
  const std::optional<std::vector<std::byte>> bytes = stored_elements(value);
  if (!bytes)  // [IR-WRITE-1]
    return Error("IR-WRITE-1", "OpenVINO IR cannot express a constant of " + signature_of(value).text() +
                                   ", which does not fill its last group of 3 bytes");
  weights_->resize((weights_->size() + 7) / 8 * 8);  // where every element type may begin
  Layer& layer = add_layer("Const", 1, name);
  layer.attributes = {{"element_type", std::string(name_of(value.type()))},
                      {"shape", shape_attribute(value.shape())},
                      {"offset", std::to_string(weights_->size())},
                      {"size", std::to_string(bytes->size())}};
  weights_->insert(weights_->end(), bytes->begin(), bytes->end());
  return add_output(layer, signature_of(value));
}

LayerValue LayerWriter::add_integers(const std::vector<int64_t>& values, const Shape& shape) {
  return add_constant(Tensor::of<int64_t>(shape, values)).value();
}

LayerValue LayerWriter::add_integers(const std::vector<int64_t>& values) {
  return add_integers(values, {std::ssize(values)});
}

int64_t LayerWriter::add_result(const std::string& name, const LayerValue& value,
                                const PartialShape& declared) {
  Layer& layer = add_layer("Result", 1, name);
  LayerValue shaped = value;
  if (declared.rank_known()) shaped.signature.shape = declared;
  connect(layer, shaped);
  return layer.id;
}

std::vector<LayerValue> LayerWriter::add_operation(const Spelling& spelling,
                                                   std::span<const LayerValue> inputs,
                                                   std::span<const Signature> outputs,
                                                   const std::string& name) {
  Layer& layer = add_layer(spelling.type, spelling.opset, name);
  layer.attributes = spelling.attributes;
  for (const LayerValue& input : inputs) connect(layer, input);
  std::vector<LayerValue> values;
  for (const Signature& output : outputs) values.push_back(add_output(layer, output));
  return values;
}

LayerValue LayerWriter::apply(const Spelling& spelling, const std::vector<LayerValue>& inputs,
                              const Signature& output) {
  return add_operation(spelling, inputs, std::span(&output, 1))[0];
}

}  // namespace backedge::openvino
