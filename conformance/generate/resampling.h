#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds Interpolate or GridSample by the nearest element.
std::optional<LayerOutput> add_resampling(Scope& scope);

}  // namespace backedge::generate
