#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds some operation on values of the scope. Returns nothing if the chosen one finds no operands. Its
/// result is exact in every implementation, or wild.
std::optional<LayerOutput> add_random_operation(Scope& scope);

/// The shape of an elementwise operation; nothing if the two may not fit.
std::optional<Sizes> broadcast(const Sizes& a, const Sizes& b);

/// The value limited to a range, with Minimum and Maximum if it may be outside.
LayerOutput clamped(Scope& scope, const LayerOutput& value, Interval range);

/// A boolean of one element computed from a value: whether its greatest element is less than a limit. The
/// shape is [] or [1].
LayerOutput is_small(Scope& scope, const LayerOutput& value);

/// LayerOutput < limit, of one element each.
LayerOutput less_than(Scope& scope, const LayerOutput& value, int64_t limit);

}  // namespace backedge::generate
