#pragma once

#include <string>

#include "interpreter/graph/graph.h"

namespace backedge::onnx {

/// Writes a graph of any language as an ONNX model, in protobuf's binary format.
///
/// errors  phase load: ONNX-WRITE-1 something that ONNX cannot express; ONNX-WRITE-2 more than 2 GiB
Result<std::string> write_graph(const Graph& graph);

}  // namespace backedge::onnx
