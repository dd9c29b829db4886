#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds Pad, Reverse, Roll, OneHot, NonZero, GatherTree, Eye, ShuffleChannels, or blocks that move.
std::optional<LayerOutput> add_rearrangement(Scope& scope);

}  // namespace backedge::generate
