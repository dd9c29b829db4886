#include <algorithm>

#include "conformance/generate/breakage.h"

namespace backedge {
namespace {

void collect(ir::Graph& graph, bool outermost, std::vector<BodyPlace>& places) {
  for (ir::Layer& layer : graph.layers) {
    for (ir::Body& body : layer.bodies) {
      places.push_back({&layer, &body, &graph, outermost});
      collect(body.graph, false, places);
    }
  }
}

}  // namespace

std::vector<BodyPlace> bodies_of(BreakSubject& subject) {
  std::vector<BodyPlace> places;
  collect(subject.made.model.graph, true, places);
  return places;
}

std::vector<ir::Graph*> graphs_of(BreakSubject& subject) {
  std::vector<ir::Graph*> graphs = {&subject.made.model.graph};
  for (const BodyPlace& place : bodies_of(subject)) graphs.push_back(&place.body->graph);
  return graphs;
}

std::optional<BodyPlace> pick_body(BreakSubject& subject,
                                   const std::function<bool(const BodyPlace&)>& wanted) {
  std::vector<BodyPlace> places = bodies_of(subject);
  std::erase_if(places, [&wanted](const BodyPlace& place) { return !wanted(place); });
  return pick_of(subject, places);
}

std::optional<EntryPlace> pick_input(BreakSubject& subject, const EntryWanted& wanted) {
  std::vector<EntryPlace> found;
  for (const BodyPlace& place : bodies_of(subject)) {
    for (ir::PortMapEntry& entry : place.body->port_map.inputs) {
      if (wanted(place, entry)) found.push_back({place, &entry});
    }
  }
  return pick_of(subject, found);
}

std::optional<EntryPlace> pick_output(BreakSubject& subject, const EntryWanted& wanted) {
  std::vector<EntryPlace> found;
  for (const BodyPlace& place : bodies_of(subject)) {
    for (ir::PortMapEntry& entry : place.body->port_map.outputs) {
      if (wanted(place, entry)) found.push_back({place, &entry});
    }
  }
  return pick_of(subject, found);
}

std::optional<LayerPlace> pick_layer(BreakSubject& subject, const LayerWanted& wanted) {
  std::vector<LayerPlace> found;
  for (ir::Graph* graph : graphs_of(subject)) {
    for (ir::Layer& layer : graph->layers) {
      if (wanted(*graph, layer)) found.push_back({graph, &layer});
    }
  }
  return pick_of(subject, found);
}

bool is_loop(const BodyPlace& place) { return place.layer->type != "If"; }

bool is_fed(const ir::Body& body, int64_t parameter) {
  for (const ir::BackEdge& edge : body.back_edges) {
    if (edge.to_layer == parameter) return true;
  }
  return false;
}

ir::Layer* layer_with_id(ir::Graph& graph, int64_t id) {
  for (ir::Layer& layer : graph.layers) {
    if (layer.id == id) return &layer;
  }
  return nullptr;
}

ir::Edge* edge_into(ir::Graph& graph, int64_t layer, int64_t port) {
  for (ir::Edge& edge : graph.edges) {
    if (edge.to_layer == layer && edge.to_port == port) return &edge;
  }
  return nullptr;
}

ir::Attribute* find_attribute(ir::Layer& layer, const std::string& name) {
  for (ir::Attribute& attribute : layer.attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

bool names_port(const ir::Body& body, int64_t port) {
  for (const ir::PortMapEntry& entry : body.port_map.inputs) {
    if (entry.external_port_id == port) return true;
  }
  return false;
}

bool append(BreakSubject& subject, const std::function<void(Scope&)>& add) {
  GeneratedModel& made = subject.made;
  if (made.model.single_layer) return false;
  Draft draft{.random = Random(subject.random.next()), .weights = std::move(made.weights)};
  draft.layers = int64_t{1} << 20;  // names of their own
  Scope scope{.draft = draft, .graph = std::move(made.model.graph)};
  for (const ir::Layer& layer : scope.graph.layers) scope.next_id = std::max(scope.next_id, layer.id + 1);
  add(scope);
  made.model.graph = std::move(scope.graph);
  made.weights = std::move(draft.weights);
  return true;
}

}  // namespace backedge
