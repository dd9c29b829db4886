#include "conformance/shrink/graphs.h"

#include <algorithm>
#include <functional>
#include <map>

#include "interpreter/openvino/build_constant.h"

namespace backedge::shrink {
namespace {

int64_t free_id(const openvino::LayerGraph& graph) {
  int64_t id = std::ssize(graph.layers);
  while (find_layer(graph, id) != nullptr) ++id;
  return id;
}

void erase_edges(openvino::LayerGraph& graph, const std::function<bool(const openvino::Edge&)>& is_one) {
  std::erase_if(graph.edges, is_one);
}

bool names_layer(const openvino::Body& body, int64_t layer) {
  const auto names_it = [layer](const openvino::PortMapEntry& entry) {
    return entry.internal_layer_id == layer;
  };
  const auto from_it = [layer](const openvino::BackEdge& edge) { return edge.from_layer == layer; };
  return std::any_of(body.port_map.outputs.begin(), body.port_map.outputs.end(), names_it) ||
         std::any_of(body.back_edges.begin(), body.back_edges.end(), from_it);
}

// Removes what binds a Parameter or Result of a body, and ports that nothing else uses.
void unbind(Subject& subject, size_t graph, int64_t layer) {
  const GraphPlace place = list_graphs(subject.model)[graph];
  std::erase_if(place.body->back_edges, [layer](const openvino::BackEdge& edge) {
    return edge.from_layer == layer || edge.to_layer == layer;
  });
  const auto names_it = [layer](const openvino::PortMapEntry& entry) {
    return entry.internal_layer_id == layer;
  };
  std::vector<openvino::PortMapEntry>& inputs = place.body->port_map.inputs;
  std::vector<int64_t> ports;
  for (const openvino::PortMapEntry& entry : inputs) {
    if (names_it(entry) && entry.external_port_id != -1) ports.push_back(entry.external_port_id);
  }
  std::erase_if(inputs, names_it);
  std::erase_if(place.body->port_map.outputs, names_it);
  openvino::Layer& owner = *place.owner;
  for (const int64_t port : ports) {
    const bool control =
        owner.type != "TensorIterator" && !owner.inputs.empty() && port == owner.inputs[0].id;
    const bool condition = owner.dialect == openvino::Dialect::kLoop5 && port == 1;
    if (control || condition || names_port(owner, port)) continue;
    std::erase_if(owner.inputs, [port](const openvino::Port& candidate) { return candidate.id == port; });
    erase_edges(*place.outer, [&](const openvino::Edge& edge) {
      return edge.to_layer == owner.id && edge.to_port == port;
    });
  }
}

void remove_input_of(Subject& subject, const openvino::LayerGraph& main, int64_t layer) {
  size_t position = 0;
  for (const openvino::Layer& candidate : main.layers) {
    if (candidate.id == layer) break;
    position += candidate.type == "Parameter";
  }
  const auto erase = [position](std::vector<Tensor>& tensors) {
    if (position < tensors.size()) tensors.erase(tensors.begin() + static_cast<std::ptrdiff_t>(position));
  };
  for (std::vector<Tensor>& inputs : subject.inferences) erase(inputs);
  if (subject.before) erase(*subject.before);
}

// The first layer that nothing needs; nullptr if there is none.
const openvino::Layer* find_dead(const GraphPlace& place) {
  for (const openvino::Layer& layer : place.graph->layers) {
    if (layer.type == "Parameter") continue;
    if (layer.type == "Result") {
      if (place.body != nullptr && !names_layer(*place.body, layer.id)) return &layer;
      continue;
    }
    const auto read = [&](const openvino::Port& port) { return is_read(*place.graph, {layer.id, port.id}); };
    if (std::none_of(layer.outputs.begin(), layer.outputs.end(), read)) return &layer;
  }
  return nullptr;
}

}  // namespace

const openvino::Port* find_port(const openvino::LayerGraph& graph, Output output) {
  const openvino::Layer* layer = find_layer(graph, output.layer);
  return layer == nullptr ? nullptr : find_id(layer->outputs, output.port);
}

void set_attribute(openvino::Layer& layer, std::string_view name, std::string value) {
  if (openvino::Attribute* attribute = find_attribute(layer, name)) {
    attribute->value = std::move(value);
  } else {
    layer.attributes.push_back({std::string(name), std::move(value)});
  }
}

std::optional<Output> source_of(const openvino::LayerGraph& graph, int64_t layer, int64_t port) {
  const openvino::Edge* edge = edge_into(graph, layer, port);
  return edge == nullptr ? std::nullopt : std::optional(Output{edge->from_layer, edge->from_port});
}

void read_from(openvino::LayerGraph& graph, int64_t layer, int64_t port, Output source) {
  openvino::Edge* edge = edge_into(graph, layer, port);
  if (edge == nullptr) return;
  edge->from_layer = source.layer;
  edge->from_port = source.port;
}

bool is_read(const openvino::LayerGraph& graph, Output output) {
  return std::any_of(graph.edges.begin(), graph.edges.end(), [output](const openvino::Edge& edge) {
    return edge.from_layer == output.layer && edge.from_port == output.port;
  });
}

void read_instead(openvino::LayerGraph& graph, Output from, Output to) {
  for (openvino::Edge& edge : graph.edges) {
    if (edge.from_layer != from.layer || edge.from_port != from.port) continue;
    edge.from_layer = to.layer;
    edge.from_port = to.port;
  }
}

bool same_signature(const openvino::Port& a, const openvino::Port& b) {
  return a.precision == b.precision && a.dims == b.dims;
}

std::optional<Signature> signature_of(const openvino::Layer& layer) {
  Result<Signature> signature = openvino::declared_signature(layer);
  if (!signature.ok()) return std::nullopt;
  return signature.value();
}

bool may_be_made(ElementType type, const PartialShape& shape) {
  constexpr int64_t kMostBytes = int64_t{1} << 24;
  return shape.known() && checked_bytes(shape.shape(), size_of(type)).value_or(INT64_MAX) <= kMostBytes;
}

void declare(openvino::Layer& layer, const Signature& signature) {
  std::string text = signature.shape.text();
  text = text.substr(1, text.size() - 2);  // without its brackets
  set_attribute(layer, "element_type", std::string(name_of(signature.type)));
  set_attribute(layer, "shape", std::move(text));
  if (!layer.outputs.empty()) layer.outputs.front().declare(signature.type, signature.shape);
}

int64_t add_layer(openvino::LayerGraph& graph, openvino::Layer layer, const std::vector<Output>& inputs,
                  size_t outputs) {
  layer.id = free_id(graph);
  for (const Output input : inputs) {
    const int64_t port = std::ssize(layer.inputs);
    layer.inputs.push_back({.id = port});
    graph.edges.push_back({input.layer, input.port, layer.id, port});
  }
  for (size_t k = 0; k < outputs; ++k)
    layer.outputs.push_back({.id = static_cast<int64_t>(inputs.size() + k)});
  graph.layers.push_back(std::move(layer));
  return graph.layers.back().id;
}

Output add_constant(openvino::Model& model, openvino::LayerGraph& graph, const Tensor& value) {
  const int64_t id = add_layer(graph, {.type = "Const", .version = "opset1"}, {}, 1);
  openvino::Layer& layer = graph.layers.back();
  layer.name = "Const_" + std::to_string(id);
  set_constant(model, layer, value);
  return {id, 0};
}

Output add_parameter(Subject& subject, const std::vector<Tensor>& values) {
  openvino::LayerGraph& graph = subject.model.graph;
  const int64_t id = add_layer(graph, {.type = "Parameter", .version = "opset1"}, {}, 1);
  openvino::Layer& layer = graph.layers.back();
  layer.name = "Parameter_" + std::to_string(id);
  PartialShape shape = values[0].shape();
  for (size_t k = 0; k < values.size(); ++k) {
    shape = shape.joined_with(values[k].shape());
    subject.inferences[k].push_back(values[k]);
  }
  if (subject.before) subject.before->push_back(values[0]);
  declare(layer, {values[0].type(), shape});
  return {id, 0};
}

void remove_layer(Subject& subject, size_t graph, int64_t layer) {
  {
    const GraphPlace place = list_graphs(subject.model)[graph];
    const openvino::Layer* found = find_layer(*place.graph, layer);
    if (found == nullptr) return;  // another layer with this id was removed
    const std::string type = found->type;
    if (place.body != nullptr && (type == "Parameter" || type == "Result")) unbind(subject, graph, layer);
    if (place.body == nullptr && type == "Parameter") remove_input_of(subject, *place.graph, layer);
  }
  openvino::LayerGraph& from = *list_graphs(subject.model)[graph].graph;
  erase_edges(from, [layer](const openvino::Edge& edge) {
    return edge.from_layer == layer || edge.to_layer == layer;
  });
  std::erase_if(from.layers, [layer](const openvino::Layer& candidate) { return candidate.id == layer; });
}

void remove_output(Subject& subject, size_t graph, int64_t layer, int64_t port) {
  openvino::LayerGraph& outer = *list_graphs(subject.model)[graph].graph;
  openvino::Layer& owner = *find_layer(outer, layer);
  for (openvino::Body& body : owner.bodies) {
    std::erase_if(body.port_map.outputs,
                  [port](const openvino::PortMapEntry& entry) { return entry.external_port_id == port; });
  }
  std::erase_if(owner.outputs, [port](const openvino::Port& candidate) { return candidate.id == port; });
  erase_edges(outer,
              [&](const openvino::Edge& edge) { return edge.from_layer == layer && edge.from_port == port; });
}

void remove_dead_layers(Subject& subject) {
  for (size_t graph = 0; graph < list_graphs(subject.model).size(); ++graph) {
    while (const openvino::Layer* layer = find_dead(list_graphs(subject.model)[graph]))
      remove_layer(subject, graph, layer->id);
  }
}

}  // namespace backedge::shrink
