#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds operations, and sometimes a loop or an If, to a graph.
void fill_graph(Scope& scope, int64_t operations);

/// Adds a TensorIterator or Loop of any dialect. It uses values of the scope or new ones, and its outputs
/// become values of the scope.
void add_loop(Scope& scope);

/// Adds an If.
void add_if(Scope& scope);

/// A value with an element type, shape and range: a new one, or one of the scope's values.
LayerOutput some_value(Scope& scope);

}  // namespace backedge::generate
