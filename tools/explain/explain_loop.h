#pragma once

#include <span>
#include <string>

#include "interpreter/graph/graph.h"

namespace backedge {

/// A loop in words: dialect, trip count, condition, inputs, outputs, back edges.
///
/// inputs  what is known of the loop's inputs
/// indent  put before every line
std::string explain_loop(const Node& node, const LoopNode& loop, std::span<const Operand> inputs,
                         const std::string& indent);

/// The condition and the two port maps of an If in words.
std::string explain_if(const Node& node, const IfNode& branches, std::span<const Operand> inputs,
                       const std::string& indent);

/// "7 Multiply, 1 Add": the operations of a graph, the most frequent first.
std::string explain_operations(const Graph& graph);

}  // namespace backedge
