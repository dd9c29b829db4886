#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge {

/// Adds an operation that moves elements: Concat, Slice, Transpose, Reshape, Gather, Unsqueeze, Squeeze, Split,
/// Broadcast, or ShapeOf. None where the one that was drawn finds no operand.
std::optional<Value> add_movement(Scope& scope);

}  // namespace backedge
