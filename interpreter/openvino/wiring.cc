#include "interpreter/openvino/wiring.h"

#include <functional>
#include <queue>
#include <unordered_map>

#include "interpreter/base/joined.h"

namespace backedge::openvino {
namespace {

using PortIndex = std::unordered_map<int64_t, size_t>;

// The positions of layers and of their ports, by their ids.
struct Ports {
  PortIndex inputs, outputs;
};
struct LayersById {
  std::unordered_map<int64_t, size_t> layers;
  std::vector<Ports> ports;  // by layer
};

std::string named(const std::string& what, int64_t id) { return what + " " + std::to_string(id); }

// Indexes inputs and outputs separately: an edge and a port map say on which side a port is. Operands have the
// order of the file.  (OP-3)
Result<PortIndex> index_ports(const std::vector<Port>& ports, const Layer& layer, const std::string& file) {
  PortIndex index;
  for (size_t i = 0; i < ports.size(); ++i) {
    const auto [other, fresh] = index.emplace(ports[i].id, i);
    if (fresh) continue;  // [GRAPH-1]
    return Error("GRAPH-1", named("port", ports[i].id) + " is listed twice, first in line " +
                                std::to_string(ports[other->second].line))
        .of(layer.title())
        .at(file, ports[i].line);
  }
  return index;
}

Result<LayersById> index_layers(const LayerGraph& graph, const std::string& file) {
  LayersById index;
  for (size_t i = 0; i < graph.layers.size(); ++i) {
    const Layer& layer = graph.layers[i];
    const auto [other, fresh] = index.layers.emplace(layer.id, i);
    if (!fresh) {  // [GRAPH-1]
      const std::string line = std::to_string(graph.layers[other->second].line);
      return Error("GRAPH-1", named("layer id", layer.id) + " is already used by the layer in line " + line)
          .of(layer.title())
          .at(file, layer.line);
    }
    Ports& ports = index.ports.emplace_back();
    ports.inputs = TRY(index_ports(layer.inputs, layer, file));
    ports.outputs = TRY(index_ports(layer.outputs, layer, file));
  }
  return index;
}

std::string list_ports(const std::vector<Port>& ports) {
  const std::string text = joined(ports, ", ", [](const Port& port) { return std::to_string(port.id); });
  return text.empty() ? "none" : text;
}

// Finds the layer and port that one end of an edge names.
Result<PortOf> find_end(const LayerGraph& graph, const LayersById& index, int64_t layer_id, int64_t port_id,
                        bool source) {
  const auto layer = index.layers.find(layer_id);  // [GRAPH-2]
  if (layer == index.layers.end())
    return Error("GRAPH-2", named("the edge names layer", layer_id) + ", which does not exist");
  const Layer& found = graph.layers[layer->second];
  const Ports& of_layer = index.ports[layer->second];
  const PortIndex& ports = source ? of_layer.outputs : of_layer.inputs;
  const auto port = ports.find(port_id);
  if (port != ports.end()) return PortOf{layer->second, port->second};
  // [GRAPH-2]
  const std::string kind = source ? "output port" : "input port";
  return Error("GRAPH-2",
               named("the edge names " + kind, port_id) + " of " + found.title() + ", which does not exist")
      .note("its " + kind + "s: " + list_ports(source ? found.outputs : found.inputs));
}

Result<void> wire(const LayerGraph& graph, const LayersById& index, const Edge& edge, Wiring& wiring) {
  const PortOf from = TRY(find_end(graph, index, edge.from_layer, edge.from_port, true));
  const PortOf to = TRY(find_end(graph, index, edge.to_layer, edge.to_port, false));
  std::optional<PortOf>& source = wiring.sources[to.layer][to.port];
  if (source) {  // [GRAPH-3]
    return Error("GRAPH-3", "a second edge leads into " + named("input port", edge.to_port) + " of " +
                                graph.layers[to.layer].title())
        .note("the first comes from " + graph.layers[source->layer].title());
  }
  source = from;
  return {};
}

// If several layers are ready, the first one in the file comes first. So the order depends only on the file.
Result<std::vector<size_t>> order_layers(const LayerGraph& graph, const Wiring& wiring,
                                         const std::string& file) {
  const size_t count = graph.layers.size();
  std::vector<std::vector<size_t>> readers(count);
  std::vector<size_t> missing(count, 0);
  for (size_t to = 0; to < count; ++to) {
    for (const auto& source : wiring.sources[to]) {
      if (!source) continue;
      readers[source->layer].push_back(to);
      ++missing[to];
    }
  }
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < count; ++i) {
    if (missing[i] == 0) ready.push(i);
  }
  std::vector<size_t> order;
  while (!ready.empty()) {
    const size_t layer = ready.top();
    ready.pop();
    order.push_back(layer);
    for (const size_t reader : readers[layer]) {
      if (--missing[reader] == 0) ready.push(reader);
    }
  }
  if (order.size() == count) return order;  // [BODY-3]
  Error error("BODY-3", "the edges form a cycle; only back edges may close one");
  const Layer* first = nullptr;
  std::string cycle;
  for (size_t i = 0; i < count; ++i) {
    if (missing[i] == 0) continue;
    if (first == nullptr) first = &graph.layers[i];
    if (cycle.size() < 200) cycle += (cycle.empty() ? "" : ", ") + std::to_string(graph.layers[i].id);
  }
  return std::move(error)
      .note("on the cycle, or fed by it: layers " + cycle)
      .of(first->title())
      .at(file, first->line);
}

}  // namespace

Result<Wiring> resolve_edges(const LayerGraph& graph, const std::string& file) {
  const LayersById index = TRY(index_layers(graph, file));
  Wiring wiring;
  for (const Layer& layer : graph.layers) wiring.sources.emplace_back(layer.inputs.size());
  for (const Edge& edge : graph.edges) {
    Result<void> wired = wire(graph, index, edge, wiring);
    if (!wired.ok()) return wired.take_error().at(file, edge.line);
  }
  wiring.order = TRY(order_layers(graph, wiring, file));
  return wiring;
}

}  // namespace backedge::openvino
