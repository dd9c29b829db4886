#include "interpreter/openvino/port_map.h"

#include <unordered_map>

#include "interpreter/base/joined.h"

namespace backedge::openvino {
namespace {

// The positions of the Parameters or Results of a body, by the ids of their layers.
template <class Items>
class LayerIndex {
 public:
  explicit LayerIndex(const Items& items) : items_(items) {
    for (size_t i = 0; i < items.size(); ++i) places_.emplace(items[i].id, i);
  }
  std::optional<size_t> find(int64_t id) const {
    const auto place = places_.find(id);
    return place == places_.end() ? std::nullopt : std::optional(place->second);
  }
  const Items& items() const { return items_; }

 private:
  const Items& items_;
  std::unordered_map<int64_t, size_t> places_;
};

// The meaning of the ids in one port map.
struct Ids {
  LayerIndex<std::vector<GraphParameter>> parameters;
  LayerIndex<std::vector<GraphResult>> results;
  const LoopPorts& ports;
};

std::string list_ports(const std::map<int64_t, size_t>& ports) {
  const std::string text = joined(ports, ", ", [](const auto& port) { return std::to_string(port.first); });
  return text.empty() ? "none" : text;
}

template <class Items>
Result<size_t> layer_of(const LayerIndex<Items>& layers, int64_t id, const char* kind) {
  if (const auto found = layers.find(id)) return *found;  // [PORT-3]
  const std::string ids =
      joined(layers.items(), ", ", [](const auto& item) { return std::to_string(item.id); });
  return Error("PORT-3", "internal layer " + std::to_string(id) + " is not a " + kind + " of the body")
      .note(std::string("its ") + kind + "s: " + (ids.empty() ? "none" : ids));
}

Result<size_t> port_of(const std::map<int64_t, size_t>& ports, int64_t id, const char* kind) {
  const auto found = ports.find(id);
  if (found != ports.end()) return found->second;  // [PORT-3]
  return Error("PORT-3", std::string("external port ") + std::to_string(id) + " is not a wired " + kind +
                             " port of the layer")
      .note(std::string("wired ports: ") + list_ports(ports));
}

Result<void> bind_input(const PortMapEntry& entry, const Ids& ids, BoundPortMap& bound) {
  const size_t parameter = TRY(layer_of(ids.parameters, entry.internal_layer_id, "Parameter"));
  BoundPortMap::Input& input = bound.inputs[parameter];
  if (input.entry != nullptr) {  // [PORT-1]
    return Error("PORT-1", "Parameter " + std::to_string(entry.internal_layer_id) + " already has an entry")
        .note(input.entry->name + " in line " + std::to_string(input.entry->line));
  }
  input.entry = &entry;
  if (entry.external_port_id != -1 || entry.purpose != "current_iteration") {
    input.external = TRY(port_of(ids.ports.inputs, entry.external_port_id, "input"));
  }
  return {};
}

Result<void> bind_output(const PortMapEntry& entry, const Ids& ids, BoundPortMap& bound) {
  const size_t result = TRY(layer_of(ids.results, entry.internal_layer_id, "Result"));
  if (entry.purpose == "execution_condition") {
    if (bound.execution_condition)  // [COND-4]
      return Error("COND-4", "a second Result is marked as the execution condition");
    bound.execution_condition = result;
    if (entry.external_port_id == -1) return {};
  }
  BoundPortMap::Output& output =
      bound.outputs[TRY(port_of(ids.ports.outputs, entry.external_port_id, "output"))];
  if (output.entry != nullptr) {  // [PORT-2]
    return Error("PORT-2",
                 "external port " + std::to_string(entry.external_port_id) + " already has an entry")
        .note(output.entry->name + " in line " + std::to_string(output.entry->line));
  }
  output = {&entry, result};
  return {};
}

Result<void> bind_back_edge(const BackEdge& edge, const Ids& ids, BoundPortMap& bound) {
  const auto from = ids.results.find(edge.from_layer);
  const auto to = ids.parameters.find(edge.to_layer);
  const std::string ends = std::to_string(edge.from_layer) + " to " + std::to_string(edge.to_layer);
  if (!from || !to || bound.back_edges[*to]) {  // [BACK-1]
    return Error("BACK-1",
                 "the back edge from " + ends + " does not lead from a Result to a Parameter of its own")
        .note(!from ? "layer " + std::to_string(edge.from_layer) + " is not a Result of the body"
              : !to ? "layer " + std::to_string(edge.to_layer) + " is not a Parameter of the body"
                    : "another back edge leads to Parameter " + std::to_string(edge.to_layer));
  }
  bound.back_edges[*to] = *from;
  return {};
}

}  // namespace

Result<BoundPortMap> bind_port_map(const Body& body, const Graph& graph, const LoopPorts& ports,
                                   const std::string& file) {
  const Ids ids{LayerIndex(graph.parameters), LayerIndex(graph.results), ports};
  BoundPortMap bound;
  bound.inputs.resize(graph.parameters.size());
  bound.outputs.resize(ports.outputs.size());
  bound.back_edges.resize(graph.parameters.size());
  for (const PortMapEntry& entry : body.port_map.inputs) {
    Result<void> done = bind_input(entry, ids, bound);
    if (!done.ok()) return done.take_error().entry(entry.name).at(file, entry.line);
  }
  for (const PortMapEntry& entry : body.port_map.outputs) {
    Result<void> done = bind_output(entry, ids, bound);
    if (!done.ok()) return done.take_error().entry(entry.name).at(file, entry.line);
  }
  for (const BackEdge& edge : body.back_edges) {
    Result<void> done = bind_back_edge(edge, ids, bound);
    if (!done.ok()) return done.take_error().at(file, edge.line);
  }
  return bound;
}

Result<std::optional<Slicing>> slicing_of_entry(const PortMapEntry& entry) {
  if (!entry.axis) {
    if (entry.start || entry.end || entry.stride || entry.part_size) {  // [PORT-4]
      return Error("PORT-4", "start, end, stride and part_size have no meaning without axis");
    }
    return std::optional<Slicing>();
  }
  Slicing slicing;
  slicing.axis = *entry.axis;
  slicing.start = entry.start.value_or(slicing.start);
  slicing.end = entry.end.value_or(slicing.end);
  slicing.stride = entry.stride.value_or(slicing.stride);
  slicing.part_size = entry.part_size;
  TRY(check_slicing(slicing));
  return std::optional<Slicing>(slicing);
}

}  // namespace backedge::openvino
