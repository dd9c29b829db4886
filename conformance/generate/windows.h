#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds a convolution of small whole numbers.
std::optional<LayerOutput> add_convolution(Scope& scope);

/// Adds ExtractImagePatches.
std::optional<LayerOutput> add_image_patches(Scope& scope);

/// Adds MaxPool.
std::optional<LayerOutput> add_max_pool(Scope& scope);

/// Adds AdaptiveMaxPool or a pooling of means. Their operands are real.
std::optional<LayerOutput> add_real_pool(Scope& scope);

}  // namespace backedge::generate
