#pragma once

#include <optional>

#include "conformance/generate/loop_builder.h"

namespace backedge::generate {

inline constexpr int64_t kMostIterations = 6;

/// How a Loop ends.
struct Control {
  enum class Condition { kTrue, kFalse, kIteration, kSliced, kComputed, kIgnored };
  Condition condition = Condition::kTrue;
  std::optional<LayerOutput> trip;  // none if it is not connected
  std::optional<LayerOutput> initial;
  Interval bound;       // the range of the trip count, if `bounded`
  bool bounded = true;  // whether the trip count bounds the loop
  int64_t limit = 0;    // kIteration: the body's condition is `iteration < limit`
};

/// Chooses trip count and conditions, and makes the values outside for them.
Control choose_control(Scope& outer, LoopBuilder& loop);
/// The number of iterations that these cause.
Size iterations_of(LoopBuilder& loop, const Control& control);
/// Wires their input ports. In the draft `condition_inside` is the Parameter marked `condition`.
void wire_controls(LoopBuilder& loop, const Control& control, LayerOutput& condition_inside);

/// Adds the number of the iteration in one of the ways of the dialect; nothing unless it is needed.
std::optional<LayerOutput> add_current_iteration(LoopBuilder& loop, bool needed);

/// Adds the body's condition and its Result or back edge.
///
/// number, sliced  Parameters that some conditions use
void add_condition(LoopBuilder& loop, const Control& control, const std::optional<LayerOutput>& number,
                   const std::optional<LayerOutput>& sliced, const LayerOutput& condition_inside);

}  // namespace backedge::generate
