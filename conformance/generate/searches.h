#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds Unique, SearchSorted, Bucketize or a greedy decoding of whole numbers.
std::optional<LayerOutput> add_search(Scope& scope);

}  // namespace backedge::generate
