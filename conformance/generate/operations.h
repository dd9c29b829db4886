#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds some operation on values of the scope; none if the chosen one finds no operands. Its result
/// is exact wherever it is computed, or wild.
std::optional<Value> add_random_operation(Scope& scope);

/// The shape of an elementwise operation; none if the two may not fit.
std::optional<Sizes> broadcast(const Sizes& a, const Sizes& b);

/// The value, between the ends of a range: with Minimum and Maximum where it may lie outside.
Value clamped(Scope& scope, const Value& value, Interval range);

/// A boolean of one element made of a value: whether its greatest element is less than something. The shape is
/// [] or [1].
Value is_small(Scope& scope, const Value& value);

/// Value < limit, of one element each.
Value less_than(Scope& scope, const Value& value, int64_t limit);

}  // namespace backedge::generate
