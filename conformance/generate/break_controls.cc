#include <algorithm>

#include "conformance/generate/breakage.h"

namespace backedge::generate {
namespace {

using When = Breakage::When;

bool is_shipped_loop(const openvino::GraphPlace& place) {
  return place.owner->type == "Loop" && place.owner->dialect == openvino::Dialect::kLoop5;
}
bool is_draft(const openvino::GraphPlace& place) {
  return place.owner->dialect == openvino::Dialect::kLoop5Draft;
}

// Wires the value of one control port to the other port too.
bool wire_control(BreakSubject& subject, int64_t wrong, int64_t like) {
  if (subject.made.model.single_layer) return false;
  const auto found = pick_body(subject, [wrong](const openvino::GraphPlace& place) {
    return is_shipped_loop(place) && !names_port(*place.owner, wrong);
  });
  if (!found) return false;
  take_source(*edge_into(*found->outer, found->owner->id, wrong),
              *edge_into(*found->outer, found->owner->id, like));
  return true;
}

bool count_by_condition(BreakSubject& subject) { return wire_control(subject, 0, 1); }
bool condition_by_count(BreakSubject& subject) { return wire_control(subject, 1, 0); }

bool remove_condition_port(BreakSubject& subject) {
  if (subject.made.model.single_layer) return false;
  const auto found = pick_body(subject, [](const openvino::GraphPlace& place) {
    return is_shipped_loop(place) && !names_port(*place.owner, 1);
  });
  if (!found) return false;
  std::erase_if(found->owner->inputs, [](const openvino::Port& port) { return port.id == 1; });
  std::erase_if(found->outer->edges, [&](const openvino::Edge& edge) {
    return edge.to_layer == found->owner->id && edge.to_port == 1;
  });
  return true;
}

bool remove_condition(BreakSubject& subject) {
  const auto marked = [](const openvino::PortMapEntry& entry) { return entry.purpose.has_value(); };
  const auto found = pick_body(subject, is_shipped_loop);
  return found && std::erase_if(found->body->port_map.outputs, marked) > 0;
}

bool cut_draft_condition(BreakSubject& subject) {
  const auto found =
      pick_input(subject, [](const openvino::GraphPlace& place, const openvino::PortMapEntry& entry) {
        return is_draft(place) && entry.condition.value_or(false);
      });
  if (!found) return false;
  std::erase_if(found->place.body->back_edges, [&](const openvino::BackEdge& edge) {
    return edge.to_layer == found->entry->internal_layer_id;
  });
  return true;
}

bool is_number_entry(const openvino::GraphPlace&, const openvino::PortMapEntry& entry) {
  return entry.purpose.has_value();
}

bool count_in_reals(BreakSubject& subject) {
  const auto found = pick_input(subject, is_number_entry);
  if (!found) return false;
  openvino::Layer* number = find_layer(found->place.body->graph, found->entry->internal_layer_id);
  find_attribute(*number, "element_type")->value = "f32";
  return true;
}

bool has_listed_number(const openvino::GraphPlace& place) {
  const auto& entries = place.body->port_map.inputs;
  return std::any_of(entries.begin(), entries.end(),
                     [](const auto& entry) { return entry.purpose.has_value(); });
}

// Only one Parameter may be outside the port map.
bool leave_two_outside(BreakSubject& subject) {
  const auto found = pick_body(subject, [](const openvino::GraphPlace& place) {
    if (place.owner->type != "Loop" || has_listed_number(place)) return false;
    int64_t parameters = 0;
    for (const openvino::Layer& layer : place.body->graph.layers) parameters += layer.type == "Parameter";
    return parameters == std::ssize(place.body->port_map.inputs) + 1;
  });
  if (!found) return false;
  auto& entries = found->body->port_map.inputs;
  const bool removable = !entries.empty() && !entries.back().condition;
  if (removable) entries.pop_back();
  return removable;
}

bool feed_the_number(BreakSubject& subject) {
  const auto found = pick_input(subject, is_number_entry);
  if (!found) return false;
  for (const openvino::Layer& layer : found->place.body->graph.layers) {
    if (layer.type != "Result") continue;
    found->place.body->back_edges.push_back(
        {.from_layer = layer.id, .to_layer = found->entry->internal_layer_id});
    return true;
  }
  return false;
}

bool give_the_number(BreakSubject& subject) {
  const auto found = pick_input(subject, is_number_entry);
  if (!found) return false;
  found->entry->external_port_id = 0;
  return true;
}

// A layer with a value of another element type than the edge's source.
std::optional<openvino::Edge> other_source(BreakSubject& subject, openvino::LayerGraph& graph,
                                           ElementType unlike) {
  std::vector<openvino::Edge> found;
  for (const openvino::Layer& layer : graph.layers) {
    const bool source = layer.type == "Parameter" || layer.type == "Const";
    if (source && layer.outputs[0].precision != unlike)
      found.push_back({.from_layer = layer.id, .from_port = layer.outputs[0].id});
  }
  return pick_of(subject, found);
}

bool decide_by_number(BreakSubject& subject) {
  if (subject.made.model.single_layer) return false;
  const auto found =
      pick_body(subject, [](const openvino::GraphPlace& place) { return place.body->name == "then_body"; });
  if (!found) return false;
  const int64_t port = found->owner->inputs[0].id;
  const auto source = other_source(subject, *found->outer, ElementType::kBoolean);
  if (!source || names_port(*found->owner, port)) return false;
  take_source(*edge_into(*found->outer, found->owner->id, port), *source);
  return true;
}

bool branch_into_types(BreakSubject& subject) {
  const auto found =
      pick_output(subject, [](const openvino::GraphPlace& place, const openvino::PortMapEntry&) {
        return !is_loop(*place.owner);
      });
  if (!found) return false;
  openvino::LayerGraph& graph = found->place.body->graph;
  const openvino::Layer* result = find_layer(graph, found->entry->internal_layer_id);
  const auto source = other_source(subject, graph, *result->inputs[0].precision);
  if (!source) return false;
  take_source(*edge_into(graph, result->id, result->inputs[0].id), *source);
  return true;
}

// Adds input ports without an entry, wired like another port.
bool leave_ports_unnamed(BreakSubject& subject) {
  if (subject.made.model.single_layer) return false;
  const auto found = pick_body(subject, [](const openvino::GraphPlace& place) {
    return is_draft(place) && !place.owner->inputs.empty();
  });
  if (!found) return false;
  for (int64_t k = 0; k < 2; ++k) {
    openvino::Port port = found->owner->inputs[0];
    openvino::Edge edge = *edge_into(*found->outer, found->owner->id, port.id);
    port.id = edge.to_port = 9000 + k;
    found->owner->inputs.push_back(port);
    found->outer->edges.push_back(edge);
  }
  return true;
}

constexpr Breakage kControlBreakages[] = {
    {"TRIP-1", When::kLoad, false, count_by_condition},
    {"COND-1", When::kLoad, false, condition_by_count},
    {"TRIP-5", When::kLoad, false, remove_condition_port},
    {"TRIP-5", When::kLoad, true, leave_ports_unnamed},
    {"COND-4", When::kLoad, false, remove_condition},
    {"COND-4", When::kLoad, false, cut_draft_condition},
    {"ITER-1", When::kLoad, false, count_in_reals},
    {"ITER-2", When::kLoad, false, leave_two_outside},
    {"ITER-3", When::kLoad, true, feed_the_number},
    {"ITER-3", When::kLoad, true, give_the_number},
    {"IF-1", When::kLoad, false, decide_by_number},
    {"IF-3", When::kLoad, false, branch_into_types},
};

}  // namespace

std::span<const Breakage> control_breakages() { return kControlBreakages; }

}  // namespace backedge::generate
