#include "tools/cli/ir_graph.h"

#include "interpreter/tensor/npy.h"

namespace backedge {
namespace {

// As the attribute `shape` has it: "1,?,2".
std::string shape_attribute(const PartialShape& shape) {
  if (!shape.rank_known()) return "...";
  std::string text;
  for (int64_t axis = 0; axis < shape.rank(); ++axis)
    text += (axis == 0 ? "" : ",") + (shape[axis] == Dimension::any() ? "?" : shape[axis].text());
  return text;
}

int64_t next_port(const openvino::Layer& layer) {
  return static_cast<int64_t>(layer.inputs.size() + layer.outputs.size());
}

}  // namespace

openvino::Layer& IrGraph::add_layer(const std::string& type, int64_t opset, const std::string& name) {
  const auto id = static_cast<int64_t>(graph_.layers.size());
  const std::string called = name.empty() ? type + "_" + std::to_string(id) : name;
  graph_.layers.push_back(
      {.id = id, .name = called, .type = type, .version = "opset" + std::to_string(opset)});
  return graph_.layers.back();
}

void IrGraph::connect(openvino::Layer& layer, const IrValue& value) {
  openvino::Port port{.id = next_port(layer)};
  port.declare(value.signature.type, value.signature.shape);
  graph_.edges.push_back(
      {.from_layer = value.layer, .from_port = value.port, .to_layer = layer.id, .to_port = port.id});
  layer.inputs.push_back(std::move(port));
}

IrValue IrGraph::add_output(openvino::Layer& layer, const Signature& signature) {
  openvino::Port port{.id = next_port(layer)};
  port.declare(signature.type, signature.shape);
  layer.outputs.push_back(std::move(port));
  return {layer.id, layer.outputs.back().id, signature};
}

IrValue IrGraph::add_parameter(const std::string& name, const Signature& declared) {
  openvino::Layer& layer = add_layer("Parameter", 1, name);
  layer.attributes = {{"shape", shape_attribute(declared.shape)},
                      {"element_type", std::string(name_of(declared.type))}};
  return add_output(layer, declared);
}

IrValue IrGraph::add_constant(const Tensor& value, const std::string& name) {
  const Tensor little = little_endian(value);
  weights_->resize((weights_->size() + 7) / 8 * 8);  // where every element type may begin
  openvino::Layer& layer = add_layer("Const", 1, name);
  layer.attributes = {{"element_type", std::string(name_of(value.type()))},
                      {"shape", shape_attribute(value.shape())},
                      {"offset", std::to_string(weights_->size())},
                      {"size", std::to_string(little.byte_count())}};
  weights_->insert(weights_->end(), little.bytes(), little.bytes() + little.byte_count());
  return add_output(layer, signature_of(value));
}

IrValue IrGraph::add_integers(std::span<const int64_t> values) {
  return add_constant(Tensor::of<int64_t>({static_cast<int64_t>(values.size())}, values));
}

int64_t IrGraph::add_result(const std::string& name, const IrValue& value) {
  openvino::Layer& layer = add_layer("Result", 1, name);
  connect(layer, value);
  return layer.id;
}

std::vector<IrValue> IrGraph::add_operation(const std::string& type, int64_t opset,
                                            const IrAttributes& attributes, std::span<const IrValue> inputs,
                                            std::span<const Signature> outputs, const std::string& name) {
  openvino::Layer& layer = add_layer(type, opset, name);
  for (const auto& [key, value] : attributes) layer.attributes.push_back({key, value});
  for (const IrValue& input : inputs) connect(layer, input);
  std::vector<IrValue> values;
  for (const Signature& output : outputs) values.push_back(add_output(layer, output));
  return values;
}

IrValue IrGraph::apply(const std::string& type, int64_t opset, const IrAttributes& attributes,
                       const std::vector<IrValue>& inputs, const Signature& output) {
  return add_operation(type, opset, attributes, inputs, std::span(&output, 1))[0];
}

}  // namespace backedge
