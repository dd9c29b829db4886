#include <algorithm>

#include "conformance/generate/fill_graph.h"
#include "conformance/generate/loop_control.h"
#include "interpreter/openvino/lookup.h"

namespace backedge::generate {
namespace {

// A value and how to slice it. Returns nothing if not even a new value of a suitable size can be sliced so.
std::optional<std::pair<LayerOutput, SlicedAxis>> choose_sliced(Scope& outer, LoopBuilder& loop,
                                                                Size wanted) {
  Random& random = outer.builder.random;
  const bool plain = loop.is_loop() && !loop.builder.disputed;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto value = pick(outer, [](const LayerOutput& v) { return !v.shape.empty(); });
    if (!value || random.chance(25)) break;
    if (const auto sliced = slice_axis(loop.builder, value->shape, wanted, plain))
      return std::pair(*value, *sliced);
  }
  Sizes shape;
  for (int64_t k = random.below(2); k >= 0; --k) shape.push_back(Size::exactly(random.between(1, 3)));
  Size size = wanted;
  if (wanted.name == 0)
    size = size_for(loop.builder,
                    std::max<int64_t>(wanted.least, wanted.most == INT64_MAX ? random.between(1, 4) : 0));
  const auto& lengths = loop.builder.lengths;
  const bool is_length = std::find(lengths.begin(), lengths.end(), wanted) != lengths.end();
  if (wanted.name != 0 && !(is_length && outer.outer == nullptr))
    return std::nullopt;  // a new value cannot have this size
  if (wanted.most == INT64_MAX && outer.outer == nullptr && random.chance(45) && wanted.least <= 1) {
    size = new_size(loop.builder, wanted.least == 1 || !loop.builder.disputed || random.chance(60) ? 1 : 0,
                    kMostIterations);
    loop.builder.lengths.push_back(size);
  }
  shape[static_cast<size_t>(random.below(std::ssize(shape)))] = size;
  const ElementType type = random_type(random);
  const bool wild = loop.builder.wild && type != ElementType::kBoolean && random.chance(40);
  const LayerOutput value = fresh_value(outer, type, shape, random_range(random, type), wild);
  if (const auto sliced = slice_axis(loop.builder, value.shape, wanted, plain))
    return std::pair(value, *sliced);
  return std::nullopt;
}

void add_sliced_inputs(Scope& outer, LoopBuilder& loop, int64_t count) {
  bool first = !loop.is_loop();
  for (int64_t k = 0; k < count; ++k) {
    Size wanted = loop.iterations;
    if (first) wanted = {0, INT64_MAX, 0};
    if (loop.is_loop()) wanted = {loop.iterations.most, INT64_MAX, 0};
    const auto chosen = choose_sliced(outer, loop, wanted);
    if (!chosen) continue;
    const auto& [value, sliced] = *chosen;
    if (first) loop.iterations = sliced.parts;
    first = false;
    if (loop.is_loop() && sliced.parts.most > loop.iterations.most) loop.touch("SLICE-9", 1);
    if (loop.builder.random.chance(12) && sliced.parts.least > 0) {
      add_merged(loop, value, &sliced);
    } else {
      add_sliced(loop, value, sliced);
    }
  }
  if (loop.is_loop()) return;
  loop.touch("SLICE-7", 0);
  if (first) loop.builder.notes.features.insert("iterations:no_sliced_input");
}

void finish(Scope& outer, LoopBuilder& loop) {
  Random& random = loop.builder.random;
  if (random.chance(50)) {
    random.shuffle(loop.body.port_map.inputs);
    random.shuffle(loop.body.port_map.outputs);
    random.shuffle(loop.body.back_edges);
  }
  const auto& [inputs, outputs] = loop.body.port_map;
  const bool plain = std::all_of(inputs.begin(), inputs.end(), is_plain) &&
                     std::all_of(outputs.begin(), outputs.end(), is_plain);
  if (loop.is_loop() && !plain) loop.builder.notes.touches.push_back({.rule = "PORT-4", .survey = true});
  loop.body.graph = std::move(loop.inside.graph);
  for (size_t port = 0; port < loop.wired.size(); ++port)
    add_edge(outer, loop.wired[port], loop.layer.id, static_cast<int64_t>(port));
  loop.layer.bodies.push_back(std::move(loop.body));
  outer.graph.layers.push_back(std::move(loop.layer));
}

// The Parameter of the model that is the trip count; "" if the trip count is something else.
std::string trip_parameter(const Scope& outer, const Control& control) {
  if (!control.trip) return "";
  for (const ModelParameter& parameter : outer.builder.parameters) {
    if (parameter.value.layer == control.trip->layer) return parameter.name;
  }
  return "";
}

void note_facts(const Scope& outer, LoopBuilder& loop, const Control& control) {
  LoopFacts facts{.name = loop.layer.name, .least = loop.iterations.least};
  const auto& entries = loop.body.port_map.inputs;
  if (!outer.loops_only) facts.trip_parameter = trip_parameter(outer, control);
  const bool grows = std::any_of(loop.merged.begin(), loop.merged.end(),
                                 [](const MergedPlan& merged) { return merged.grows_along >= 0; });
  facts.runs_its_trips =
      loop.is_loop() && control.condition == Control::Condition::kTrue && !grows && facts.least > 0;
  facts.sliced = std::any_of(entries.begin(), entries.end(), [&loop](const openvino::PortMapEntry& entry) {
    return entry.axis && !is_fed(loop.body, entry.internal_layer_id);
  });
  bool others_hold = true;  // whether the other outputs are valid if no iteration runs
  for (const openvino::PortMapEntry& entry : loop.body.port_map.outputs) {
    const auto feeds = [&entry](const openvino::BackEdge& edge) {
      return edge.from_layer == entry.internal_layer_id;
    };
    const auto fed = std::count_if(loop.body.back_edges.begin(), loop.body.back_edges.end(), feeds);
    const bool is_last_value = !entry.axis && !entry.purpose;
    if (is_last_value && fed == 0) facts.unfed_last_value = true;
    // Initial values may differ, and an empty scan has no position that is counted from its start.
    others_hold = others_hold && !(is_last_value && fed > 1) &&
                  std::min(entry.start.value_or(0), entry.end.value_or(-1)) == -1;
  }
  facts.unfed_last_value = facts.unfed_last_value && others_hold;
  loop.builder.notes.loops.push_back(facts);
}

openvino::Dialect random_dialect(Random& random, bool in_draft) {
  const int64_t at = random.below(100);
  if (at < 42) return openvino::Dialect::kTensorIterator1;
  return at < 88 && !in_draft ? openvino::Dialect::kLoop5 : openvino::Dialect::kLoop5Draft;
}

}  // namespace

void add_loop(Scope& outer) {
  Random& random = outer.builder.random;
  const openvino::Dialect dialect = random_dialect(random, outer.in_draft);
  const bool iterator = dialect == openvino::Dialect::kTensorIterator1;
  openvino::Layer layer = new_layer(outer, iterator ? "TensorIterator" : "Loop", iterator ? 1 : 5);
  layer.dialect = dialect;
  std::vector<LayerOutput> wired;
  LoopBuilder loop(outer, layer, wired, "body");
  loop.inside.in_draft = loop.is_draft();
  loop.builder.notes.features.insert(iterator          ? "dialect:tensor-iterator-1"
                                     : loop.is_draft() ? "dialect:loop-5-draft"
                                                       : "dialect:loop-5");
  loop.builder.notes.features.insert("nesting:" + std::to_string(loop.inside.depth));
  loop.touch("BODY-1", 1);
  if (loop.inside.depth > 1) loop.touch("BODY-2", 1);

  Control control;
  LayerOutput condition_inside;
  std::optional<LayerOutput> number, sliced_condition;
  if (!iterator) {
    control = choose_control(outer, loop);
    loop.iterations = iterations_of(loop, control);
    if (control.bounded && control.bound.low == 0) loop.touch("TRIP-3", 0, 0);
    wire_controls(loop, control, condition_inside);
    number = add_current_iteration(loop, control.condition == Control::Condition::kIteration);
    if (control.condition == Control::Condition::kSliced) {
      const LayerOutput flags = fresh_value(
          outer, ElementType::kBoolean, {Size::exactly(std::max<int64_t>(loop.iterations.most, 1))}, {0, 1});
      sliced_condition = add_sliced(loop, flags, {.parts = flags.shape[0]});
    }
  }
  add_sliced_inputs(outer, loop,
                    iterator && random.chance(90) ? random.between(1, 3) : random.below(3) * !iterator);
  for (int64_t left = random.below(4); left > 0; --left) add_merged(loop, some_value(outer), nullptr);
  for (int64_t left = random.below(2); left > 0; --left) bring_in(loop, some_value(outer));
  if (loop.inside.values.empty()) bring_in(loop, some_value(outer));

  fill_graph(loop.inside, random.below(6));
  std::vector<ResultPlan> results = add_back_edges(loop);
  if (!iterator) add_condition(loop, control, number, sliced_condition, condition_inside);
  add_outputs(loop, outer, std::move(results));
  if (outer.outer == nullptr) note_facts(outer, loop, control);
  finish(outer, loop);
}

}  // namespace backedge::generate
