#pragma once

#include <string>

#include "interpreter/graph/graph.h"

namespace backedge {

/// A drawing of a model in the language of Graphviz. Each operation is a box, and each body of a loop and
/// each branch of an If is a frame. Back edges are dashed.
std::string draw_graph(const Graph& graph);

}  // namespace backedge
