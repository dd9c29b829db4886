#include <algorithm>

#include "conformance/generate/breakage.h"

namespace backedge::generate {
namespace {

using Entries = std::vector<openvino::PortMapEntry> openvino::PortMap::*;

std::optional<EntryPlace> pick_entry(BreakSubject& subject, Entries entries, const EntryWanted& wanted) {
  std::vector<EntryPlace> found;
  for (const openvino::GraphPlace& place : list_bodies(subject)) {
    for (openvino::PortMapEntry& entry : place.body->port_map.*entries) {
      if (wanted(place, entry)) found.push_back({place, &entry});
    }
  }
  return pick_of(subject, found);
}

}  // namespace

std::vector<openvino::GraphPlace> list_bodies(BreakSubject& subject) {
  std::vector<openvino::GraphPlace> places = list_graphs(subject.made.model);
  places.erase(places.begin());  // the main graph
  return places;
}

std::optional<openvino::GraphPlace> pick_body(BreakSubject& subject, const BodyWanted& wanted) {
  std::vector<openvino::GraphPlace> places = list_bodies(subject);
  std::erase_if(places, [&wanted](const openvino::GraphPlace& place) { return !wanted(place); });
  return pick_of(subject, places);
}

std::optional<EntryPlace> pick_input(BreakSubject& subject, const EntryWanted& wanted) {
  return pick_entry(subject, &openvino::PortMap::inputs, wanted);
}

std::optional<EntryPlace> pick_output(BreakSubject& subject, const EntryWanted& wanted) {
  return pick_entry(subject, &openvino::PortMap::outputs, wanted);
}

std::optional<LayerPlace> pick_layer(BreakSubject& subject, const LayerWanted& wanted) {
  std::vector<LayerPlace> found;
  for (const openvino::GraphPlace& place : list_graphs(subject.made.model)) {
    for (openvino::Layer& layer : place.graph->layers) {
      if (wanted(*place.graph, layer)) found.push_back({place.graph, &layer});
    }
  }
  return pick_of(subject, found);
}

void take_source(openvino::Edge& edge, const openvino::Edge& other) {
  edge.from_layer = other.from_layer;
  edge.from_port = other.from_port;
}

bool append(BreakSubject& subject, const std::function<void(Scope&)>& add) {
  GeneratedModel& made = subject.made;
  if (made.model.single_layer) return false;
  ModelBuilder builder{.random = Random(subject.random.next()), .weights = std::move(made.weights)};
  builder.layers = int64_t{1} << 20;  // so that names differ from those of the model
  Scope scope{.builder = builder, .graph = std::move(made.model.graph)};
  for (const openvino::Layer& layer : scope.graph.layers)
    scope.next_id = std::max(scope.next_id, layer.id + 1);
  add(scope);
  made.model.graph = std::move(scope.graph);
  made.weights = std::move(builder.weights);
  return true;
}

}  // namespace backedge::generate
