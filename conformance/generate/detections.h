#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds NonMaxSuppression of boxes that are equal or apart, ROIAlign of points that are elements, Col2Im, or a
/// Fourier transformation of exact sums.
std::optional<LayerOutput> add_detection(Scope& scope);

}  // namespace backedge::generate
