#include <algorithm>

#include "conformance/generate/breakage.h"
#include "conformance/generate/sliced_axis.h"

namespace backedge::generate {
namespace {

using When = Breakage::When;

// Whether a port map entry has no meaning for the loop's control.
bool carries_a_value(const openvino::GraphPlace&, const openvino::PortMapEntry& entry) {
  return !entry.purpose && !entry.condition;
}
bool is_sliced(const openvino::GraphPlace&, const openvino::PortMapEntry& entry) {
  return entry.axis.has_value();
}

bool in_iterator(const openvino::GraphPlace& place, const openvino::PortMapEntry&) {
  return place.owner->type == "TensorIterator";
}

bool remove_input_entry(BreakSubject& subject) {
  const auto found = pick_input(subject, in_iterator);
  if (!found) return false;
  auto& entries = found->place.body->port_map.inputs;
  entries.erase(entries.begin() + (found->entry - entries.data()));
  return true;
}

bool repeat_input_entry(BreakSubject& subject) {
  const auto found = pick_input(subject, carries_a_value);
  if (!found) return false;
  const openvino::PortMapEntry again = *found->entry;
  found->place.body->port_map.inputs.push_back(again);
  return true;
}

bool repeat_output_entry(BreakSubject& subject) {
  const auto found = pick_output(subject, carries_a_value);
  if (!found) return false;
  const openvino::PortMapEntry again = *found->entry;
  found->place.body->port_map.outputs.push_back(again);
  return true;
}

bool name_no_layer(BreakSubject& subject) {
  const auto found = subject.random.chance(50) ? pick_input(subject, carries_a_value)
                                               : pick_output(subject, carries_a_value);
  if (!found) return false;
  found->entry->internal_layer_id = 9999;
  return true;
}

bool name_no_port(BreakSubject& subject) {
  const auto found = subject.random.chance(50) ? pick_input(subject, carries_a_value)
                                               : pick_output(subject, carries_a_value);
  if (!found) return false;
  found->entry->external_port_id = 9999;
  return true;
}

bool start_without_axis(BreakSubject& subject) {
  const auto whole = [](const openvino::GraphPlace& place, const openvino::PortMapEntry& entry) {
    return carries_a_value(place, entry) && !entry.axis;
  };
  const auto found = subject.random.chance(50) ? pick_input(subject, whole) : pick_output(subject, whole);
  if (!found) return false;
  found->entry->start = 0;
  return true;
}

bool mark_iterator_entry(BreakSubject& subject) {
  const auto found = pick_input(subject, in_iterator);
  if (!found) return false;
  found->entry->condition = subject.random.chance(50);
  return true;
}

bool cut_no_axis(BreakSubject& subject) {
  const auto found = pick_input(subject, is_sliced);
  if (!found) return false;
  found->entry->axis = subject.random.chance(50) ? 9 : -9;
  return true;
}

// Whether an entry is used in every run of the model.
bool is_outermost_slice(const openvino::GraphPlace& place, const openvino::PortMapEntry& entry) {
  return place.depth == 1 && entry.axis;
}

bool start_outside(BreakSubject& subject) {
  const auto found = pick_input(subject, is_outermost_slice);
  if (!found) return false;
  found->entry->start = subject.random.chance(50) ? 100 : -100;
  return true;
}

bool stand_still(BreakSubject& subject) {
  const auto found =
      subject.random.chance(70) ? pick_input(subject, is_sliced) : pick_output(subject, is_sliced);
  if (!found) return false;
  found->entry->stride = 0;
  return true;
}

bool take_nothing(BreakSubject& subject) {
  const auto found =
      subject.random.chance(70) ? pick_input(subject, is_sliced) : pick_output(subject, is_sliced);
  if (!found) return false;
  found->entry->part_size = 0;
  return true;
}

// Makes the axis one position shorter than its parts of two or more positions need.
bool leave_a_rest(BreakSubject& subject) {
  const auto wanted = [](const openvino::GraphPlace& place, const openvino::PortMapEntry& entry) {
    const int64_t stride = entry.stride.value_or(1);
    const int64_t pace = stride < 0 ? -stride : stride;
    return is_outermost_slice(place, entry) && pace > 1 && entry.part_size.value_or(pace) == pace;
  };
  const auto found = pick_input(subject, wanted);
  if (!found) return false;
  const int64_t stride = *found->entry->stride;
  found->entry->start = found->entry->start.value_or(0) + (stride < 0 ? -1 : 1);
  return true;
}

// The dimension that an entry slices; nothing if the model does not write it.
std::optional<int64_t> slice_size(const openvino::GraphPlace& place, const openvino::PortMapEntry& entry) {
  for (const openvino::Port& port : place.owner->inputs) {
    if (port.id != entry.external_port_id || !port.has_dims()) continue;
    const int64_t rank = std::ssize(port.dims);
    const Dimension dim = port.dims[static_cast<size_t>(*entry.axis < 0 ? *entry.axis + rank : *entry.axis)];
    if (dim.known()) return dim.min;
  }
  return std::nullopt;
}

bool iterate_unequally(BreakSubject& subject) {
  const auto wanted = [](const openvino::GraphPlace& place, const openvino::PortMapEntry& entry) {
    if (!is_outermost_slice(place, entry) || place.owner->type != "TensorIterator") return false;
    const auto& entries = place.body->port_map.inputs;
    if (std::count_if(entries.begin(), entries.end(), [](const auto& e) { return e.axis.has_value(); }) < 2)
      return false;
    return is_plain(entry) && slice_size(place, entry).value_or(0) > 2;
  };
  const auto found = pick_input(subject, wanted);
  if (!found) return false;
  found->entry->start = 1;
  return true;
}

bool cover_a_part(BreakSubject& subject) {
  const auto found = pick_output(subject, is_outermost_slice);
  if (!found) return false;
  found->entry->start = 1;
  found->entry->end = -1;
  return true;
}

const LoopFacts* facts_of(const BreakSubject& subject, const openvino::GraphPlace& place) {
  for (const LoopFacts& facts : subject.made.notes.loops) {
    if (facts.name == place.owner->name && place.depth == 1) return &facts;
  }
  return nullptr;
}

bool join_wider_parts(BreakSubject& subject) {
  const auto found =
      pick_output(subject, [&](const openvino::GraphPlace& place, const openvino::PortMapEntry& entry) {
        const LoopFacts* facts = entry.axis ? facts_of(subject, place) : nullptr;
        return facts != nullptr && facts->least > 0;
      });
  if (!found) return false;
  found->entry->part_size = 1000;
  return true;
}

bool start_back_edge_nowhere(BreakSubject& subject) {
  const auto found =
      pick_body(subject, [](const openvino::GraphPlace& place) { return !place.body->back_edges.empty(); });
  if (!found) return false;
  auto& edges = found->body->back_edges;
  const auto at = static_cast<size_t>(subject.random.below(std::ssize(edges)));
  const int64_t how = subject.random.below(3);
  if (how == 0) edges[at].from_layer = 9999;
  if (how == 1) edges[at].to_layer = 9999;
  if (how == 2) edges.push_back(openvino::BackEdge(edges[at]));
  return true;
}

std::optional<ElementType> type_of_result(const openvino::Layer& layer) {
  return layer.type == "Result" && !layer.inputs.empty() ? layer.inputs[0].precision : std::nullopt;
}

// Adds a back edge from a Result of another element type.
bool mix_types_by_back_edge(BreakSubject& subject) {
  struct Change {
    openvino::BackEdge* edge;
    int64_t from;
  };
  std::vector<Change> changes;
  for (const openvino::GraphPlace& place : list_bodies(subject)) {
    for (openvino::BackEdge& edge : place.body->back_edges) {
      const openvino::Layer* old = find_layer(place.body->graph, edge.from_layer);
      if (place.owner->dialect == openvino::Dialect::kLoop5Draft) continue;  // it may be the condition's
      for (const openvino::Layer& other : place.body->graph.layers) {
        const auto type = type_of_result(other);
        if (type && type != type_of_result(*old)) changes.push_back({&edge, other.id});
      }
    }
  }
  const auto change = pick_of(subject, changes);
  if (!change) return false;
  change->edge->from_layer = change->from;
  return true;
}

// Declares a Parameter with one dimension more than its value has.
bool declare_another_rank(BreakSubject& subject) {
  if (subject.made.model.single_layer) return false;
  const auto found = pick_input(subject, carries_a_value);
  if (!found) return false;
  openvino::Layer* parameter = find_layer(found->place.body->graph, found->entry->internal_layer_id);
  std::string& shape = find_attribute(*parameter, "shape")->value;
  shape = shape.empty() ? "1" : "1," + shape;
  return true;
}

bool slice_into_if(BreakSubject& subject) {
  const auto found = pick_input(
      subject, [](const openvino::GraphPlace& place, const auto&) { return !is_loop(*place.owner); });
  if (!found) return false;
  found->entry->axis = 0;
  return true;
}

bool forget_output_of_branch(BreakSubject& subject) {
  const auto found = pick_output(
      subject, [](const openvino::GraphPlace& place, const auto&) { return !is_loop(*place.owner); });
  if (!found) return false;
  auto& entries = found->place.body->port_map.outputs;
  entries.erase(entries.begin() + (found->entry - entries.data()));
  return true;
}

constexpr Breakage kPortMapBreakages[] = {
    {"PORT-1", When::kLoad, false, remove_input_entry},
    {"PORT-1", When::kLoad, true, repeat_input_entry},
    {"PORT-2", When::kLoad, true, repeat_output_entry},
    {"PORT-3", When::kLoad, true, name_no_layer},
    {"PORT-3", When::kLoad, true, name_no_port},
    {"PORT-4", When::kLoad, true, start_without_axis},
    {"PORT-6", When::kLoad, true, mark_iterator_entry},
    {"SLICE-1", When::kLoad, false, cut_no_axis},
    {"SLICE-2", When::kEither, true, start_outside},
    {"SLICE-3", When::kLoad, false, stand_still},
    {"SLICE-4", When::kLoad, true, take_nothing},
    {"SLICE-6", When::kEither, true, leave_a_rest},
    {"SLICE-7", When::kEither, true, iterate_unequally},
    {"OUT-3", When::kEither, true, cover_a_part},
    {"OUT-4", When::kEither, true, join_wider_parts},
    {"BACK-1", When::kLoad, true, start_back_edge_nowhere},
    {"BACK-5", When::kLoad, false, mix_types_by_back_edge},
    {"BODY-4", When::kLoad, true, declare_another_rank},
    {"IF-2", When::kLoad, false, slice_into_if},
    {"IF-2", When::kLoad, false, forget_output_of_branch},
};

}  // namespace

std::span<const Breakage> port_map_breakages() { return kPortMapBreakages; }

}  // namespace backedge::generate
