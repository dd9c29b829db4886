#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// A Const of i64 that only one operation uses.
LayerOutput add_indices(Scope& scope, const Shape& shape, const std::vector<int64_t>& indices);

/// Adds GatherElements, GatherND, ScatterElementsUpdate or ScatterNDUpdate, with indices that differ.
std::optional<LayerOutput> add_indexed(Scope& scope);

}  // namespace backedge::generate
