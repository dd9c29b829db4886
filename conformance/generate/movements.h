#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds an operation that moves elements: Concat, Slice, Transpose, Reshape, Gather, Unsqueeze, Squeeze,
/// Split, Broadcast, or ShapeOf. Returns nothing if the chosen one finds no operand.
std::optional<LayerOutput> add_movement(Scope& scope);

}  // namespace backedge::generate
