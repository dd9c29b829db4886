#include "conformance/generate/loop_control.h"

#include <algorithm>

#include "conformance/generate/operations.h"
#include "interpreter/tensor/decimal.h"

namespace backedge::generate {
namespace {

bool is_one_element(const LayerOutput& value) {
  return value.shape.empty() || (value.shape.size() == 1 && value.shape[0] == Size::exactly(1));
}

Sizes one_element(Random& random) { return random.chance(60) ? Sizes{} : Sizes{Size::exactly(1)}; }

bool may_be_trip_count(const LayerOutput& value, bool draft) {
  const bool integer = value.type == ElementType::kI64 || (!draft && value.type == ElementType::kI32);
  return integer && !value.wild && is_one_element(value) && value.range.low >= 0 &&
         value.range.high <= kMostIterations;
}

LayerOutput constant_of(Scope& scope, ElementType type, int64_t number) {
  const Shape shape = scope.builder.random.chance(60) ? Shape{} : Shape{1};
  Tensor tensor = Tensor::zeros(type, shape);
  dispatch(type, [&]<class T>(TypeTag<T>) { *tensor.writable<T>() = element_of<T>(number); });
  return add_constant(scope, tensor, {number, number});
}

// Chooses a trip count and its range.
void choose_trip_count(Scope& outer, LoopBuilder& loop, Control& control) {
  Random& random = outer.builder.random;
  const bool ends_itself =
      control.condition == Control::Condition::kIteration || control.condition == Control::Condition::kFalse;
  const ElementType type = loop.is_draft() || random.chance(70) ? ElementType::kI64 : ElementType::kI32;
  const int64_t at = random.below(100);
  if (ends_itself && at < 25) {
    control.bounded = false;
    if (loop.is_draft()) return;
    control.trip = outer.loops_only ? fresh_value(outer, type, one_element(random), {-1, -1})
                                    : constant_of(outer, type, -1);
    loop.touch("TRIP-2", 0);
    loop.builder.notes.features.insert("trip_count:no_bound");
  } else if (ends_itself && at < 32 && !outer.loops_only) {
    const std::vector<int64_t> large = {int64_t{1} << 31, int64_t{1} << 32, (int64_t{1} << 32) + 1,
                                        INT64_MAX};
    control.trip = constant_of(outer, ElementType::kI64, random.one_of(large));
    control.bounded = false;
    loop.touch("TRIP-4", 0);
    loop.builder.notes.features.insert("trip_count:large");
  } else {
    const bool draft = loop.is_draft();
    if (random.chance(40))
      control.trip =
          pick(outer, [draft](const LayerOutput& value) { return may_be_trip_count(value, draft); });
    const int64_t fixed = random.between(0, 5);
    const Interval range =
        random.chance(50) ? Interval{fixed, fixed} : Interval{random.chance(60) ? 1 : 0, 5};
    if (!control.trip) control.trip = fresh_value(outer, type, one_element(random), range);
    control.bound = control.trip->range;
    loop.builder.notes.features.insert("trip_count:bounded");
  }
}

void choose_initial_condition(Scope& outer, LoopBuilder& loop, Control& control) {
  Random& random = outer.builder.random;
  const auto is_condition = [](const LayerOutput& value) {
    return value.type == ElementType::kBoolean && is_one_element(value);
  };
  const int64_t at = random.below(100);
  Interval range = {1, 1};
  if (at >= 70) range = {0, 1};
  if (at >= 95) range = {0, 0};
  if (at >= 85 && at < 95) control.initial = pick(outer, is_condition);
  if (!control.initial)
    control.initial = fresh_value(outer, ElementType::kBoolean, one_element(random), range);
  if (control.initial->range.low == 0) loop.touch("COND-1", 0);
}

LayerOutput body_condition(LoopBuilder& loop, const Control& control,
                           const std::optional<LayerOutput>& number,
                           const std::optional<LayerOutput>& sliced) {
  Random& random = loop.builder.random;
  Scope& inside = loop.inside;
  switch (control.condition) {
    case Control::Condition::kIteration:
      return less_than(inside, *number, control.limit);
    case Control::Condition::kSliced:
      return *sliced;
    case Control::Condition::kComputed: {
      const auto value = pick(inside, [](const LayerOutput& v) {
        return v.type != ElementType::kBoolean && !v.wild &&
               std::all_of(v.shape.begin(), v.shape.end(), [](const Size& size) { return size.least > 0; });
      });
      if (value) return is_small(inside, *value);
      break;
    }
    default:
      break;
  }
  const bool truth = control.condition != Control::Condition::kFalse;
  const Shape shape = random.chance(70) ? Shape{} : Shape{1};
  return add_constant(inside, random_values(random, ElementType::kBoolean, shape, {truth, truth}, false),
                      {truth, truth});
}

}  // namespace

Control choose_control(Scope& outer, LoopBuilder& loop) {
  Random& random = outer.builder.random;
  using enum Control::Condition;
  Control control;
  control.condition = random.one_of(std::vector<Control::Condition>{kTrue, kTrue, kTrue, kFalse, kIteration,
                                                                    kIteration, kSliced, kComputed});
  control.limit = random.between(0, kMostIterations - 2);
  if (loop.is_draft() &&
      !outer.builder.disputed) {  // no trip count, because its port is a decided question (TRIP-5)
    control.condition = random.chance(70) ? kIteration : kFalse;
    control.bounded = false;
    choose_initial_condition(outer, loop, control);
    return control;
  }
  if (loop.is_draft() && random.chance(30)) control.condition = kIgnored;
  choose_trip_count(outer, loop, control);
  if (control.condition != kIgnored) choose_initial_condition(outer, loop, control);
  return control;
}

Size iterations_of(LoopBuilder& loop, const Control& control) {
  using enum Control::Condition;
  int64_t most = control.bounded ? control.bound.high : kMostIterations;
  int64_t least = control.bounded ? control.bound.low : kMostIterations;
  if (control.condition == kFalse) most = std::min<int64_t>(most, 1);
  if (control.condition == kIteration) most = std::min(most, control.limit + 1);
  if (control.condition == kSliced || control.condition == kComputed) least = std::min<int64_t>(least, 1);
  if (control.initial && control.initial->range.low == 0) least = 0;
  if (control.initial && control.initial->range.high == 0) most = 0;
  least = std::min(least, most);
  return least == most ? Size::exactly(least) : new_size(loop.builder, least, most);
}

void wire_controls(LoopBuilder& loop, const Control& control, LayerOutput& condition_inside) {
  Random& random = loop.builder.random;
  if (!loop.is_draft()) {
    wire(loop, *control.trip, false);
    wire(loop, *control.initial, false);
    loop.touch("TRIP-1", 0);
    loop.touch("COND-4", 0);
    return;
  }
  const bool trip_first = random.chance(50);
  const auto wire_trip = [&] {
    if (!control.trip) return;
    loop.reserved_port = wire(loop, *control.trip, false);
    loop.touch("TRIP-1", 0);
    loop.touch("TRIP-5", 0, INT64_MAX, true);
  };
  if (trip_first) wire_trip();
  if (control.initial) {
    const int64_t port = wire(loop, *control.initial, false);
    condition_inside = add_parameter(loop.inside, ElementType::kBoolean, control.initial->shape, {0, 1});
    loop.body.port_map.inputs.push_back(
        {.external_port_id = port, .internal_layer_id = condition_inside.layer, .condition = true});
    loop.inside.values.push_back(condition_inside);
    loop.touch("PORT-5", 0);
    loop.touch("COND-4", 0);
  } else {
    loop.touch("COND-3", 0, INT64_MAX, true);
  }
  if (!trip_first) wire_trip();
  if (!control.trip) loop.touch("TRIP-2", 0);
}

std::optional<LayerOutput> add_current_iteration(LoopBuilder& loop, bool needed) {
  Random& random = loop.builder.random;
  if (!needed && random.chance(40)) {
    loop.builder.notes.features.insert("current_iteration:none");
    return std::nullopt;
  }
  const ElementType type = random.chance(60) ? ElementType::kI64 : ElementType::kI32;
  const Interval range = {0, std::max<int64_t>(loop.iterations.most - 1, 0)};
  const LayerOutput number = add_parameter(loop.inside, type, one_element(random), range);
  loop.inside.values.push_back(number);
  loop.touch("ITER-1", 2);
  if (loop.is_draft() || random.chance(20)) {
    loop.touch("ITER-2", 2);
    loop.builder.notes.features.insert("current_iteration:unlisted");
  } else {
    loop.body.port_map.inputs.push_back(
        {.external_port_id = -1, .internal_layer_id = number.layer, .purpose = "current_iteration"});
    loop.builder.notes.features.insert("current_iteration:listed");
  }
  return number;
}

void add_condition(LoopBuilder& loop, const Control& control, const std::optional<LayerOutput>& number,
                   const std::optional<LayerOutput>& sliced, const LayerOutput& condition_inside) {
  if (control.condition == Control::Condition::kIgnored) return;
  const LayerOutput condition = body_condition(loop, control, number, sliced);
  if (control.condition != Control::Condition::kTrue) loop.touch("COND-2", 1);
  LayerOutput value = condition;
  if (loop.is_draft() && !(value.shape == condition_inside.shape)) {
    const std::vector<int64_t> axes = {0};
    value.shape = condition_inside.shape;
    value = add_operation(loop.inside, value.shape.empty() ? "Squeeze" : "Unsqueeze", 1, {},
                          {condition, add_numbers(loop.inside, axes)}, value);
  }
  const int64_t result = add_result(loop.inside, value);
  if (loop.is_draft()) {
    loop.body.back_edges.push_back({.from_layer = result, .to_layer = condition_inside.layer});
  } else {
    loop.body.port_map.outputs.push_back(
        {.external_port_id = -1, .internal_layer_id = result, .purpose = "execution_condition"});
  }
}

}  // namespace backedge::generate
