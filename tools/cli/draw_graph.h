#pragma once

#include <string>

#include "interpreter/graph/graph.h"

namespace backedge {

/// A model as Graphviz draws it: a box for each operation, a frame for the body of each loop and each branch
/// of an If, back edges dashed.
std::string draw_graph(const Graph& graph);

}  // namespace backedge
