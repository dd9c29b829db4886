#pragma once

#include <bit>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "interpreter/openvino/build_graph.h"

/// Builds models in code, layer by layer.
namespace backedge {

/// An output port.
struct Wire {
  int64_t layer = 0, port = 0;
};

/// The contents of a weights file.
using WeightBytes = std::vector<std::byte>;

/// One graph of a model. All graphs of a model share the weights.
class GraphWriter {
 public:
  explicit GraphWriter(WeightBytes& weights) : weights_(weights) {}

  Wire parameter(const std::string& type, const std::string& shape) {
    return add("Parameter", {}, {{"element_type", type}, {"shape", shape}});
  }

  template <class T>
  Wire constant(const std::string& shape, const std::vector<T>& values) {
    const size_t offset = (weights_.size() + 7) / 8 * 8;
    const size_t size = values.size() * sizeof(T);
    weights_.resize(offset + size);
    for (size_t i = 0; i < values.size(); ++i) write(values[i], weights_.data() + offset + i * sizeof(T));
    return add("Const", {},
               {{"element_type", std::string(name_of(element_type_of<T>()))},
                {"shape", shape},
                {"offset", std::to_string(offset)},
                {"size", std::to_string(size)}});
  }

  Wire add(const std::string& type, const std::vector<Wire>& inputs,
           const std::vector<std::pair<std::string, std::string>>& attributes = {}, int64_t outputs = 1) {
    openvino::Layer layer{.type = type};
    for (const auto& [name, value] : attributes) layer.attributes.push_back({name, value});
    return add(std::move(layer), inputs, outputs);
  }

  /// Adds a Result and returns the id of its layer.
  int64_t result(Wire value) { return add({.type = "Result"}, {value}, 0).layer; }

  Wire add(openvino::Layer layer, const std::vector<Wire>& inputs, int64_t outputs) {
    layer.id = std::ssize(graph_.layers);
    for (size_t port = 0; port < inputs.size(); ++port) {
      const auto to = static_cast<int64_t>(port);
      layer.inputs.push_back({.id = to});
      graph_.edges.push_back({inputs[port].layer, inputs[port].port, layer.id, to});
    }
    for (int64_t port = 0; port < outputs; ++port) layer.outputs.push_back({.id = port});
    graph_.layers.push_back(std::move(layer));
    return {graph_.layers.back().id, 0};
  }

  WeightBytes& weights() const { return weights_; }
  const openvino::LayerGraph& graph() const { return graph_; }

 private:
  template <class T>
  static void write(T value, std::byte* to) {
    uint64_t bits = 0;
    if constexpr (std::is_same_v<T, float>) {
      bits = std::bit_cast<uint32_t>(value);
    } else {
      bits = static_cast<uint64_t>(value);
    }
    for (size_t i = 0; i < sizeof(T); ++i) to[i] = static_cast<std::byte>(bits >> (8 * i));
  }

  WeightBytes& weights_;
  openvino::LayerGraph graph_;
};

/// A TensorIterator, Loop or If: its inputs and outputs, and a body with a port map between them.
class BodyWriter : public GraphWriter {
 public:
  using GraphWriter::GraphWriter;

  /// A Parameter that is bound to an input port. `from` may be set later for a back edge.
  Wire input(int64_t port, const std::string& type, const std::string& shape) {
    const Wire value = parameter(type, shape);
    map_.inputs.push_back({.external_port_id = port, .internal_layer_id = value.layer});
    return value;
  }
  Wire sliced(int64_t port, const std::string& type, const std::string& shape, int64_t stride = 1) {
    const Wire value = input(port, type, shape);
    slice(map_.inputs.back(), 0, stride);
    return value;
  }
  Wire current_iteration() {
    const Wire value = parameter("i64", "");
    map_.inputs.push_back(
        {.external_port_id = -1, .internal_layer_id = value.layer, .purpose = "current_iteration"});
    return value;
  }

  /// Adds a Result and binds it to output ports.
  int64_t last(Wire value) {
    const int64_t id = result(value);
    map_.outputs.push_back({.external_port_id = outputs_++, .internal_layer_id = id});
    return id;
  }
  int64_t scan(Wire value, int64_t axis = 0, int64_t stride = 1) {
    const int64_t id = last(value);
    slice(map_.outputs.back(), axis, stride);
    return id;
  }
  void condition(Wire value) {
    map_.outputs.push_back(
        {.external_port_id = -1, .internal_layer_id = result(value), .purpose = "execution_condition"});
  }
  void back_edge(int64_t from_result, Wire to) { back_edges_.push_back({from_result, to.layer}); }

  int64_t outputs() const { return outputs_; }
  openvino::Body body(const std::string& name) const { return {name, map_, back_edges_, graph()}; }

 private:
  static void slice(openvino::PortMapEntry& entry, int64_t axis, int64_t stride) {
    entry.axis = axis;
    entry.start = stride < 0 ? -1 : 0;
    entry.end = stride < 0 ? 0 : -1;
    entry.stride = stride;
  }

  openvino::PortMap map_;
  std::vector<openvino::BackEdge> back_edges_;
  int64_t outputs_ = 0;
};

inline Wire add_iterator(GraphWriter& graph, const std::vector<Wire>& inputs, const BodyWriter& body) {
  return graph.add({.type = "TensorIterator",
                    .version = "opset1",
                    .dialect = openvino::Dialect::kTensorIterator1,
                    .bodies = {body.body("body")}},
                   inputs, body.outputs());
}

/// Adds a Loop of at most `trip` iterations. The body decides whether another iteration follows.
inline Wire add_loop(GraphWriter& graph, Wire trip, const std::vector<Wire>& inputs, const BodyWriter& body) {
  std::vector<Wire> all = {trip, graph.constant<bool>("", {true})};
  all.insert(all.end(), inputs.begin(), inputs.end());
  return graph.add({.type = "Loop",
                    .version = "opset5",
                    .dialect = openvino::Dialect::kLoop5,
                    .bodies = {body.body("body")}},
                   all, body.outputs());
}

inline Wire add_if(GraphWriter& graph, const std::vector<Wire>& inputs, const BodyWriter& then_body,
                   const BodyWriter& else_body) {
  return graph.add({.type = "If",
                    .version = "opset8",
                    .bodies = {then_body.body("then_body"), else_body.body("else_body")}},
                   inputs, then_body.outputs());
}

inline Result<std::shared_ptr<const Graph>> build(const GraphWriter& writer) {
  const WeightBytes& weights = writer.weights();
  openvino::Model model{.file = "model.xml", .graph = writer.graph()};
  const auto size = weights.size();
  auto bytes = std::make_shared<std::vector<int64_t>>(size / 8 + 1);  // aligned for every element type
  if (size > 0) std::memcpy(bytes->data(), weights.data(), size);
  auto* const first = reinterpret_cast<std::byte*>(bytes->data());
  model.weights = {.file = "model.bin",
                   .bytes = std::shared_ptr<std::byte>(std::move(bytes), first),
                   .size = static_cast<int64_t>(size)};
  return openvino::build_model(model);
}

}  // namespace backedge
