#pragma once

#include <optional>

#include "conformance/generate/loop_builder.h"

namespace backedge::generate {

inline constexpr int64_t kMostIterations = 6;

/// How a Loop ends.
struct Control {
  enum class Condition { kTrue, kFalse, kIteration, kSliced, kComputed, kIgnored };
  Condition condition = Condition::kTrue;
  std::optional<Value> trip;  // none: not connected
  std::optional<Value> initial;
  Interval bound;       // of the trip count, where `bounded`
  bool bounded = true;  // by it
  int64_t limit = 0;    // kIteration: the body's condition is `iteration < limit`
};

/// Trip count, conditions, and values outside for them.
Control choose_control(Scope& outer, LoopBuilder& loop);
/// How many iterations these make.
Size iterations_of(LoopBuilder& loop, const Control& control);
/// Their input ports. In the draft `condition_inside` is the Parameter marked `condition`.
void wire_controls(LoopBuilder& loop, const Control& control, Value& condition_inside);

/// The iteration's number, in one of the ways that the dialect has; none unless it is needed.
std::optional<Value> add_current_iteration(LoopBuilder& loop, bool needed);

/// The body's condition and its Result, or back edge.
///
/// number, sliced  Parameters that some conditions are made of
void add_condition(LoopBuilder& loop, const Control& control, const std::optional<Value>& number,
                   const std::optional<Value>& sliced, const Value& condition_inside);

}  // namespace backedge::generate
