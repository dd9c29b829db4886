#include "interpreter/graph/single_layer.h"

#include "interpreter/ir/lookup.h"

namespace backedge {
namespace {

// The layer of the body behind an input port; null where no entry names the port.
const ir::Layer* behind(const ir::Layer& loop, int64_t port) {
  for (const ir::Body& body : loop.bodies) {
    for (const ir::PortMapEntry& entry : body.port_map.inputs) {
      if (entry.external_port_id != port) continue;
      if (const ir::Layer* layer = find_layer(body.graph, entry.internal_layer_id)) return layer;
    }
  }
  return nullptr;
}

// Its element type, as attributes of `data` and as a precision: whichever is written.
void take_element_type(const ir::Layer& loop, const ir::Port& port, ir::Layer& parameter) {
  if (port.precision) return;
  const ir::Layer* source = behind(loop, port.id);
  if (source == nullptr) {
    parameter.outputs.front().precision = port.id == 1 ? ElementType::kBoolean : ElementType::kI64;
    return;
  }
  if (!source->outputs.empty()) parameter.outputs.front().precision = source->outputs.front().precision;
  if (const ir::Attribute* type = find_attribute(*source, "element_type"))
    parameter.attributes.push_back(*type);
}

ir::Layer layer_for(const char* type, const ir::Port& port, int64_t id) {
  ir::Layer layer{
      .id = id, .name = std::string(type) + "_" + std::to_string(port.id), .type = type, .line = port.line};
  ir::Port own = port;
  own.id = 0;
  (layer.type == "Parameter" ? layer.outputs : layer.inputs).push_back(own);
  return layer;
}

}  // namespace

ir::Graph wire_ports(const ir::Graph& single) {
  const ir::Layer& loop = single.layers.front();
  ir::Graph graph{.layers = {loop}, .line = single.line};
  int64_t id = loop.id < INT32_MAX ? loop.id : 0;  // the next ids are free
  for (const ir::Port& port : loop.inputs) {
    ir::Layer parameter = layer_for("Parameter", port, ++id);
    take_element_type(loop, port, parameter);
    if (!port.has_dims())
      parameter.attributes.push_back({.name = "shape", .value = "...", .line = port.line});
    graph.layers.push_back(std::move(parameter));
    graph.edges.push_back(
        {.from_layer = id, .from_port = 0, .to_layer = loop.id, .to_port = port.id, .line = port.line});
  }
  for (const ir::Port& port : loop.outputs) {
    graph.layers.push_back(layer_for("Result", port, ++id));
    graph.edges.push_back(
        {.from_layer = loop.id, .from_port = port.id, .to_layer = id, .to_port = 0, .line = port.line});
  }
  return graph;
}

}  // namespace backedge
