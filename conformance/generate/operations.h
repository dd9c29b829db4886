#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds some operation on values of the scope. Returns nothing if the chosen one finds no operands. Its
/// result is exact in every implementation, or wild.
std::optional<Value> add_random_operation(Scope& scope);

/// The shape of an elementwise operation; nothing if the two may not fit.
std::optional<Sizes> broadcast(const Sizes& a, const Sizes& b);

/// The value limited to a range, with Minimum and Maximum if it may be outside.
Value clamped(Scope& scope, const Value& value, Interval range);

/// A boolean of one element computed from a value: whether its greatest element is less than a limit. The
/// shape is [] or [1].
Value is_small(Scope& scope, const Value& value);

/// Value < limit, of one element each.
Value less_than(Scope& scope, const Value& value, int64_t limit);

}  // namespace backedge::generate
