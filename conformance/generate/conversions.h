#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds Convert, ConvertLike, ConvertPromoteTypes or FakeConvert.
std::optional<LayerOutput> add_convert(Scope& scope);

}  // namespace backedge::generate
