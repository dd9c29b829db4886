#pragma once

#include "interpreter/base/result.h"
#include "interpreter/graph/graph.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// Writes a graph of any language as a model in OpenVINO IR. The graph has its weights.
///
/// errors  phase load: IR-WRITE-1 what IR cannot express
Result<Model> write_graph(const Graph& graph);

}  // namespace backedge::openvino
