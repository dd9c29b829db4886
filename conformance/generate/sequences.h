#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds a recurrent network over sequences of any lengths, with constant weights. Its result is wild.
std::optional<LayerOutput> add_sequence(Scope& scope);

/// Adds a ReverseSequence with constant lengths.
std::optional<LayerOutput> add_reverse_sequence(Scope& scope);

}  // namespace backedge::generate
