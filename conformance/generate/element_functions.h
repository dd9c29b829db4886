#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds an operation on the bits of integers or booleans, whose result is exact. Returns nothing if there is no
/// operand.
std::optional<LayerOutput> add_bitwise(Scope& scope);

/// Adds IsNaN, IsInf or IsFinite of a real value, or Round.
std::optional<LayerOutput> add_class_or_round(Scope& scope);

/// Adds a function, an activation, LogSoftmax or FakeQuantize. Its result is rounded, so it is wild.
std::optional<LayerOutput> add_element_function(Scope& scope);

}  // namespace backedge::generate
