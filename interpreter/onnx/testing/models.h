#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/interpreter.h"
#include "interpreter/onnx/schema.h"

/// Short ways to build models for tests, message by message.
namespace backedge::onnx::testing {

inline constexpr int kFloat = 1, kInt64 = 7, kBool = 9;

using Names = std::initializer_list<std::string>;

/// A value with a type; a dimension below 0 has a name.
inline schema::ValueInfoProto value(const std::string& name, int type = kFloat,
                                    const std::vector<int64_t>& dims = {}) {
  schema::ValueInfoProto value;
  value.set_name(name);
  auto* tensor = value.mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  auto* shape = tensor->mutable_shape();
  for (const int64_t dim : dims) {
    auto* added = shape->add_dim();
    dim < 0 ? added->set_dim_param("n") : added->set_dim_value(dim);
  }
  return value;
}

/// A value without a type, as in bodies.
inline schema::ValueInfoProto untyped(const std::string& name) {
  schema::ValueInfoProto value;
  value.set_name(name);
  return value;
}

inline schema::AttributeProto integer(const std::string& name, int64_t value) {
  schema::AttributeProto attribute;
  attribute.set_name(name);
  attribute.set_type(schema::AttributeProto::INT);
  attribute.set_i(value);
  return attribute;
}

inline schema::AttributeProto integers(const std::string& name, std::initializer_list<int64_t> values) {
  schema::AttributeProto attribute;
  attribute.set_name(name);
  attribute.set_type(schema::AttributeProto::INTS);
  for (const int64_t value : values) attribute.add_ints(value);
  return attribute;
}

inline schema::AttributeProto graph(const std::string& name, const schema::GraphProto& value) {
  schema::AttributeProto attribute;
  attribute.set_name(name);
  attribute.set_type(schema::AttributeProto::GRAPH);
  *attribute.mutable_g() = value;
  return attribute;
}

inline schema::NodeProto node(const std::string& op, Names inputs, Names outputs,
                              std::initializer_list<schema::AttributeProto> attributes = {}) {
  schema::NodeProto node;
  node.set_op_type(op);
  for (const std::string& name : inputs) node.add_input(name);
  for (const std::string& name : outputs) node.add_output(name);
  for (const auto& attribute : attributes) *node.add_attribute() = attribute;
  return node;
}

/// FLOAT numbers, in `raw_data` if they are not in `float_data`.
inline schema::TensorProto floats(const std::string& name, std::initializer_list<int64_t> dims,
                                  std::initializer_list<float> values) {
  schema::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(kFloat);
  for (const int64_t dim : dims) tensor.add_dims(dim);
  for (const float number : values) tensor.add_float_data(number);
  return tensor;
}

inline schema::TensorProto int64s(const std::string& name, std::initializer_list<int64_t> dims,
                                  std::initializer_list<int64_t> values) {
  schema::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(kInt64);
  for (const int64_t dim : dims) tensor.add_dims(dim);
  for (const int64_t number : values) tensor.add_int64_data(number);
  return tensor;
}

struct GraphParts {
  std::vector<schema::ValueInfoProto> inputs = {}, outputs = {};
  std::vector<schema::NodeProto> nodes = {};
  std::vector<schema::TensorProto> initializers = {};
};

inline schema::GraphProto make_graph(const GraphParts& parts) {
  schema::GraphProto graph;
  for (const auto& input : parts.inputs) *graph.add_input() = input;
  for (const auto& output : parts.outputs) *graph.add_output() = output;
  for (const auto& node : parts.nodes) *graph.add_node() = node;
  for (const auto& tensor : parts.initializers) *graph.add_initializer() = tensor;
  return graph;
}

inline schema::ModelProto make_model(const GraphParts& parts, int64_t opset = 21) {
  schema::ModelProto model;
  model.set_ir_version(10);
  model.add_opset_import()->set_version(opset);
  *model.mutable_graph() = make_graph(parts);
  return model;
}

inline Result<LoadedModel> load_model(const schema::ModelProto& model, const LoadOptions& options = {}) {
  return load_text(model.SerializeAsString(), "test.onnx", options);
}

inline Result<std::vector<Tensor>> run_model(const schema::ModelProto& model, std::vector<Tensor> inputs) {
  const LoadedModel loaded = TRY(load_model(model));
  return run(loaded, inputs);
}

/// The rule that rejects a model; "" if it loads.
inline std::string rejection_of(const schema::ModelProto& model, const LoadOptions& options = {}) {
  const Result<LoadedModel> loaded = load_model(model, options);
  return loaded.ok() ? "" : loaded.error().rule();
}

/// The first element of the first output of a model of f32[2]; -1 if it fails.
inline float first_of(const schema::ModelProto& model, float x = 3) {
  const auto outputs = run_model(model, {Tensor::of<float>({2}, {x, x})});
  return outputs.ok() ? *outputs.value()[0].data<float>() : -1;
}

/// A model of one node, from x to y.
inline schema::ModelProto of_node(const schema::NodeProto& written) {
  return make_model(
      {.inputs = {value("x", kFloat, {2})}, .outputs = {value("y", kFloat, {2})}, .nodes = {written}});
}

/// x + w, where w is a constant.
inline schema::ModelProto with_constant(const schema::TensorProto& tensor) {
  return make_model({.inputs = {value("x", kFloat, {2})},
                     .outputs = {value("y", kFloat, {2})},
                     .nodes = {node("Add", {"x", "w"}, {"y"})},
                     .initializers = {tensor}});
}

}  // namespace backedge::onnx::testing
