#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds a normalization or a norm of a real value.
std::optional<LayerOutput> add_normalization(Scope& scope);

}  // namespace backedge::generate
