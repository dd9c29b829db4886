#include "tools/cli/describe_layers.h"

#include <algorithm>

#include "interpreter/openvino/lookup.h"
#include "interpreter/openvino/single_layer.h"
#include "tools/cli/port_map_text.h"

namespace backedge {
namespace {

OrderedJson slicing_json(const openvino::PortMapEntry& entry) {
  OrderedJson slicing = OrderedJson::object();
  for (const auto& [name, value] : slicing_of(entry)) slicing[name] = value;
  return slicing;
}

std::string port_name(int64_t port) { return port < 0 ? "" : "port " + std::to_string(port); }

std::string layer_name(const openvino::Body& body, int64_t id) {
  const openvino::Layer* layer = find_layer(body.graph, id);
  return layer == nullptr ? "layer " + std::to_string(id) : layer->name_or_id();
}

OrderedJson loop_json(const openvino::Layer& loop, const openvino::Body& body) {
  OrderedJson entries = OrderedJson::array();
  for (const auto& [port, meaning] : control_ports(loop))
    entries.push_back(entry_json(meaning, port_name(port), ""));
  for (const openvino::PortMapEntry& entry : body.port_map.inputs) {
    const std::string role = input_role(body, entry);
    const std::string from = role == "current iteration" ? "0, 1, 2, ..." : port_name(entry.external_port_id);
    entries.push_back(entry_json(role, from, layer_name(body, entry.internal_layer_id), slicing_json(entry)));
  }
  for (const openvino::PortMapEntry& entry : body.port_map.outputs)
    entries.push_back(entry_json(output_role(entry), layer_name(body, entry.internal_layer_id),
                                 port_name(entry.external_port_id), slicing_json(entry)));
  for (const openvino::BackEdge& edge : body.back_edges)
    entries.push_back(
        entry_json("back edge", layer_name(body, edge.from_layer), layer_name(body, edge.to_layer)));
  return {{"title", loop.title()}, {"line", loop.line}, {"entries", entries}};
}

// The width of one part: the part size, or the dimension on the port of the Result; null if neither is written.
OrderedJson part_width(const openvino::Body& body, const openvino::PortMapEntry& entry) {
  if (entry.part_size) return *entry.part_size;
  const openvino::Layer* result = find_layer(body.graph, entry.internal_layer_id);
  if (result == nullptr || result->inputs.empty()) return nullptr;
  const std::vector<Dimension>& dims = result->inputs.front().dims;
  if (dims.empty())
    return *entry.axis == 0 || *entry.axis == -1 ? OrderedJson(1) : OrderedJson(nullptr);  // a scalar
  const int64_t rank = std::ssize(dims), axis = *entry.axis < 0 ? *entry.axis + rank : *entry.axis;
  if (axis < 0 || axis >= rank || !dims[axis].known()) return nullptr;
  return dims[axis].min;
}

// Adds the scan output that the edge takes to a Result, if it takes one.
void add_scan(const openvino::LayerGraph& graph, const openvino::Edge& edge, size_t output,
              OrderedJson& scans) {
  const openvino::Layer* loop = find_layer(graph, edge.from_layer);
  if (loop == nullptr || !is_loop(*loop) || loop->bodies.empty()) return;
  const openvino::Body& body = loop->bodies.front();
  for (const openvino::PortMapEntry& entry : body.port_map.outputs) {
    if (entry.external_port_id != edge.from_port || !entry.axis) continue;
    scans.push_back({{"output", output},
                     {"axis", *entry.axis},
                     {"width", part_width(body, entry)},
                     {"backward", entry.stride.value_or(1) < 0}});
    return;
  }
}

}  // namespace

OrderedJson entry_json(const std::string& role, const std::string& from, const std::string& to,
                       OrderedJson slicing) {
  return {{"role", role}, {"from", from}, {"to", to}, {"slicing", std::move(slicing)}};
}

OrderedJson describe_layers(const openvino::Model& model) {
  const openvino::LayerGraph graph = model.single_layer ? openvino::wire_ports(model.graph) : model.graph;
  OrderedJson loops = OrderedJson::array(), scans = OrderedJson::array();
  for (const openvino::ConstGraphPlace& place : list_graphs(model)) {
    if (place.body != nullptr && is_loop(*place.owner)) loops.push_back(loop_json(*place.owner, *place.body));
  }
  size_t output = 0;
  for (const openvino::Layer& result : graph.layers) {
    if (result.type != "Result") continue;
    const openvino::Edge* edge = edge_into(graph, result.id, 0);
    if (edge != nullptr) add_scan(graph, *edge, output, scans);
    ++output;
  }
  return {{"loops", loops}, {"scans", scans}};
}

}  // namespace backedge
