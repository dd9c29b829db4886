#pragma once

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// Adds operations, and now and then a loop or an If, to a graph.
void fill_graph(Scope& scope, int64_t operations);

/// A TensorIterator or Loop of any dialect on values of the scope, or on new ones; its outputs are values of
/// the scope.
void add_loop(Scope& scope);

/// An If.
void add_if(Scope& scope);

/// An element type, shape and range of their own; new, or one of the scope's values.
Value some_value(Scope& scope);

}  // namespace backedge::generate
