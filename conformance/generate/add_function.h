#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds an operation whose result is rounded, to a model that may have wild values.
std::optional<LayerOutput> add_function(Scope& scope);

}  // namespace backedge::generate
