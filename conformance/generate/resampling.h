#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds Interpolate by the nearest element.
std::optional<LayerOutput> add_interpolate(Scope& scope);

/// Adds GridSample by the nearest element.
std::optional<LayerOutput> add_grid_sample(Scope& scope);

}  // namespace backedge::generate
