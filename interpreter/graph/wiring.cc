#include "interpreter/graph/wiring.h"

#include <functional>
#include <queue>
#include <unordered_map>

namespace backedge {
namespace {

using LayerIndex = std::unordered_map<int64_t, size_t>;

std::string named(const std::string& what, int64_t id) { return what + " " + std::to_string(id); }

Result<void> check_port_ids(const std::vector<ir::Port>& ports, const ir::Layer& layer,
                            const std::string& file) {
  std::unordered_map<int64_t, int64_t> lines;
  for (const ir::Port& port : ports) {
    const auto [other, fresh] = lines.emplace(port.id, port.line);
    if (fresh) continue;
    return Error("GRAPH-1",
                 named("port", port.id) + " is listed twice, first in line " + std::to_string(other->second))
        .of(layer.title())
        .at(file, port.line);
  }
  return {};
}

Result<LayerIndex> index_layers(const ir::Graph& graph, const std::string& file) {
  LayerIndex index;
  for (size_t i = 0; i < graph.layers.size(); ++i) {
    const ir::Layer& layer = graph.layers[i];
    const auto [other, fresh] = index.emplace(layer.id, i);
    if (!fresh) {  // [GRAPH-1]
      const std::string line = std::to_string(graph.layers[other->second].line);
      return Error("GRAPH-1", named("layer id", layer.id) + " is taken, by the layer in line " + line)
          .of(layer.title())
          .at(file, layer.line);
    }
    TRY(check_port_ids(layer.inputs, layer, file));
    TRY(check_port_ids(layer.outputs, layer, file));
  }
  return index;
}

std::optional<size_t> find_port(const std::vector<ir::Port>& ports, int64_t id) {
  for (size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].id == id) return i;
  }
  return std::nullopt;
}

std::string list_ports(const std::vector<ir::Port>& ports) {
  std::string text;
  for (const ir::Port& port : ports) text += (text.empty() ? "" : ", ") + std::to_string(port.id);
  return text.empty() ? "none" : text;
}

// The layer and port that one end of an edge names.
Result<PortOf> find_end(const ir::Graph& graph, const LayerIndex& index, int64_t layer_id, int64_t port_id,
                        bool source) {
  const auto layer = index.find(layer_id);  // [GRAPH-2]
  if (layer == index.end())
    return Error("GRAPH-2", named("the edge names layer", layer_id) + ", which is not there");
  const ir::Layer& found = graph.layers[layer->second];
  const std::vector<ir::Port>& ports = source ? found.outputs : found.inputs;
  if (const auto port = find_port(ports, port_id)) return PortOf{layer->second, *port};
  const std::string kind = source ? "output port" : "input port";
  return Error("GRAPH-2",
               named("the edge names " + kind, port_id) + " of " + found.title() + ", which is not there")
      .note("its " + kind + "s are " + list_ports(ports));
}

Result<void> wire(const ir::Graph& graph, const LayerIndex& index, const ir::Edge& edge, Wiring& wiring) {
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

// Of the layers that are ready the first in the file comes first, so that the order depends on the file alone.
Result<std::vector<size_t>> order_layers(const ir::Graph& graph, const Wiring& wiring,
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
  Error error("BODY-3", "the edges form a cycle; back edges are the only way round");
  const ir::Layer* first = nullptr;
  std::string cycle;
  for (size_t i = 0; i < count; ++i) {
    if (missing[i] == 0) continue;
    if (first == nullptr) first = &graph.layers[i];
    if (cycle.size() < 200) cycle += (cycle.empty() ? "" : ", ") + std::to_string(graph.layers[i].id);
  }
  return std::move(error)
      .note("on it, or fed by it: layers " + cycle)
      .of(first->title())
      .at(file, first->line);
}

}  // namespace

Result<Wiring> resolve_edges(const ir::Graph& graph, const std::string& file) {
  const LayerIndex index = TRY(index_layers(graph, file));
  Wiring wiring;
  for (const ir::Layer& layer : graph.layers) wiring.sources.emplace_back(layer.inputs.size());
  for (const ir::Edge& edge : graph.edges) {
    Result<void> wired = wire(graph, index, edge, wiring);
    if (!wired.ok()) return wired.take_error().at(file, edge.line);
  }
  wiring.order = TRY(order_layers(graph, wiring, file));
  return wiring;
}

}  // namespace backedge
