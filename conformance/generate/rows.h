#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds SliceScatter, SegmentMax, or sums or means of rows in bags.
std::optional<LayerOutput> add_rows(Scope& scope);

}  // namespace backedge::generate
