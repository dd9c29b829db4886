#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds a reduction along one axis, or a running sum.
std::optional<LayerOutput> add_reduction(Scope& scope);

}  // namespace backedge::generate
