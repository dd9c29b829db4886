#pragma once

#include "interpreter/base/deadline.h"
#include "interpreter/graph/graph.h"
#include "interpreter/openvino/model.h"

namespace backedge {

struct BuildLimits {
  int64_t max_depth = 64;                // of loops and Ifs in each other  (LIMIT-2)
  int64_t max_bytes = int64_t{8} << 30;  // of constants that are copied out of the weights  (LIMIT-1)
  Deadline* deadline = nullptr;          // null: no limit of time
  bool weights_optional = false;         // whether a Const may have no value where there are no weights
};

/// What all graphs of one model share while they are built.
struct BuildState {
  const BuildLimits& limits;
  Deadline& deadline;
  int64_t copied_bytes = 0;
};

/// What the layers of one graph share while it is built.
struct BuildContext {
  const std::string& file;
  const openvino::Weights& weights;
  BuildState& state;
  int64_t depth = 0;  // of the graph being built
};

/// Proves a model well-formed and lowers it to a Graph.
///
/// errors  phase load: GRAPH, PORT, BACK, TRIP-5, COND-4, ITER, BODY-3, WEIGHTS, OP, LIMIT-1, 2, 3; and all that
///         infer_graph can tell before a run
Result<std::shared_ptr<const Graph>> build_model(const openvino::Model& model,
                                                 const BuildLimits& limits = {});

/// The same for the graph of a body. Its types and shapes are inferred with those of the outer graph.
Result<std::shared_ptr<const Graph>> build_graph(const openvino::Graph& layers, const BuildContext& context);

}  // namespace backedge
