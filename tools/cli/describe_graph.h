#pragma once

#include "interpreter/graph/graph.h"
#include "tools/cli/json.h"

namespace backedge {

/// The loops of a model that was loaded, in the form of describe_layers. `from` and `to` are the values' names.
/// A loop has a "line" only if its language has lines. The slicing of an iterator has "drops_axis": true, and
/// that of an output "adds_axis": true and the name of its "length", if there are any.
OrderedJson describe_graph(const Graph& graph);

}  // namespace backedge
