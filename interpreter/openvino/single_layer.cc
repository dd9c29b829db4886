#include "interpreter/openvino/single_layer.h"

#include <unordered_map>

#include "interpreter/openvino/lookup.h"

namespace backedge::openvino {
namespace {

// By input port: the layer of the body that the port feeds, if an entry names one.
std::unordered_map<int64_t, const Layer*> layers_behind(const Layer& loop) {
  std::unordered_map<int64_t, const Layer*> behind;
  for (const Body& body : loop.bodies) {
    std::unordered_map<int64_t, const Layer*> layers;
    for (const Layer& layer : body.graph.layers) layers.emplace(layer.id, &layer);
    for (const PortMapEntry& entry : body.port_map.inputs) {
      const auto layer = layers.find(entry.internal_layer_id);
      if (layer != layers.end()) behind.emplace(entry.external_port_id, layer->second);
    }
  }
  return behind;
}

// Sets the element type, as attributes of `data` and as a precision, from what the file writes.
void take_element_type(const Layer* source, const Port& port, Layer& parameter) {
  if (port.precision) return;
  if (source == nullptr) {
    parameter.outputs.front().precision = port.id == 1 ? ElementType::kBoolean : ElementType::kI64;
    return;
  }
  if (!source->outputs.empty()) parameter.outputs.front().precision = source->outputs.front().precision;
  if (const Attribute* type = find_attribute(*source, "element_type")) parameter.attributes.push_back(*type);
}

Layer layer_for(const char* type, const Port& port, int64_t id) {
  Layer layer{
      .id = id, .name = std::string(type) + "_" + std::to_string(port.id), .type = type, .line = port.line};
  Port own = port;
  own.id = 0;
  (layer.type == "Parameter" ? layer.outputs : layer.inputs).push_back(own);
  return layer;
}

}  // namespace

LayerGraph wire_ports(const LayerGraph& single) {
  const Layer& loop = single.layers.front();
  LayerGraph graph{.layers = {loop}, .line = single.line};
  const auto behind = layers_behind(loop);
  int64_t id = loop.id < INT32_MAX ? loop.id : 0;  // the next ids are free
  for (const Port& port : loop.inputs) {
    Layer parameter = layer_for("Parameter", port, ++id);
    const auto source = behind.find(port.id);
    take_element_type(source == behind.end() ? nullptr : source->second, port, parameter);
    if (!port.has_dims())
      parameter.attributes.push_back({.name = "shape", .value = "...", .line = port.line});
    graph.layers.push_back(std::move(parameter));
    graph.edges.push_back(
        {.from_layer = id, .from_port = 0, .to_layer = loop.id, .to_port = port.id, .line = port.line});
  }
  for (const Port& port : loop.outputs) {
    graph.layers.push_back(layer_for("Result", port, ++id));
    graph.edges.push_back(
        {.from_layer = loop.id, .from_port = port.id, .to_layer = id, .to_port = 0, .line = port.line});
  }
  return graph;
}

}  // namespace backedge::openvino
