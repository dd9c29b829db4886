#pragma once

#include <string>

#include "interpreter/onnx/lower_operators.h"

namespace backedge::onnx {

/// Lowers an operator as a graph in ONNX's text syntax, which is ours and follows the operator's formula. It is
/// for formulas with loops. Input k of the graph is operand k, which may be left out if the graph does not use
/// it; its outputs are those of the operator.
///
/// graph   "formula (x, y) => (z) { z = Add (x, y) }", of version 22 of the operator set
/// errors  those of lower_nodes
Lowered lower_text(NodeLowering& node, const std::string& graph);

}  // namespace backedge::onnx
