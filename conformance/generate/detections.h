#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds NonMaxSuppression of boxes that are equal or apart, ROIAlign, ROIPooling or PSROIPooling of
/// points that are elements, prior boxes with whole corners, DeformableConvolution with whole
/// offsets, Col2Im, or a Fourier transformation of exact sums.
std::optional<LayerOutput> add_detection(Scope& scope);

}  // namespace backedge::generate
