#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds GatherElements, GatherND, ScatterElementsUpdate or ScatterNDUpdate, with indices that differ.
std::optional<LayerOutput> add_indexed(Scope& scope);

}  // namespace backedge::generate
