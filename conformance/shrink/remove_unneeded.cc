#include <set>

#include "conformance/shrink/graphs.h"

namespace backedge::shrink {
namespace {

void remove_unread_outputs(Subject& subject, size_t graph) {
  std::vector<Output> unread;
  const openvino::LayerGraph& layers = *list_graphs(subject.model)[graph].graph;
  for (const openvino::Layer& layer : layers.layers) {
    if (layer.bodies.empty()) continue;
    for (const openvino::Port& port : layer.outputs) {
      if (!is_read(layers, {layer.id, port.id})) unread.push_back({layer.id, port.id});
    }
  }
  for (const Output output : unread) remove_output(subject, graph, output.layer, output.port);
}

// The layers that the outputs and the condition need in some iteration.
std::set<int64_t> needed_layers(const openvino::Body& body) {
  std::set<int64_t> needed;
  std::vector<int64_t> open;
  for (const openvino::PortMapEntry& entry : body.port_map.outputs) open.push_back(entry.internal_layer_id);
  for (const openvino::PortMapEntry& entry : body.port_map.inputs) {
    if (entry.axis || entry.condition) open.push_back(entry.internal_layer_id);
  }
  while (!open.empty()) {
    const int64_t layer = open.back();
    open.pop_back();
    if (!needed.insert(layer).second) continue;
    for (const openvino::Edge& edge : body.graph.edges) {
      if (edge.to_layer == layer) open.push_back(edge.from_layer);
    }
    for (const openvino::BackEdge& edge : body.back_edges) {
      if (edge.to_layer == layer) open.push_back(edge.from_layer);
    }
  }
  return needed;
}

}  // namespace

void remove_unneeded(Subject& subject) {
  remove_dead_layers(subject);
  for (size_t g = 0; g < list_graphs(subject.model).size(); ++g) {
    const GraphPlace place = list_graphs(subject.model)[g];
    std::vector<int64_t> unneeded;
    if (place.body != nullptr) {
      const std::set<int64_t> needed = needed_layers(*place.body);
      for (const openvino::Layer& layer : place.graph->layers) {
        if (!needed.contains(layer.id)) unneeded.push_back(layer.id);
      }
    }
    for (const int64_t layer : unneeded) remove_layer(subject, g, layer);
    remove_unread_outputs(subject, g);
  }
}

}  // namespace backedge::shrink
