#pragma once

#include "interpreter/graph/graph.h"
#include "tools/cli/json.h"

namespace backedge {

/// The loops of a model that was loaded, in the form of describe_layers. `from` and `to` are the values' names.
OrderedJson describe_graph(const Graph& graph);

}  // namespace backedge
