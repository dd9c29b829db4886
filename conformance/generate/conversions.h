#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds Convert, ConvertLike or ConvertPromoteTypes.
std::optional<LayerOutput> add_convert(Scope& scope);

}  // namespace backedge::generate
