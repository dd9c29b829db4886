#pragma once

#include "interpreter/graph/graph.h"
#include "interpreter/ir/model.h"

namespace backedge {

/// What the layers of one graph share while it is built.
struct BuildContext {
  const std::string& file;
  const ir::Weights& weights;
  int64_t max_depth;  // of loops and Ifs in each other
  int64_t depth = 0;  // of the graph being built
};

/// Proves a model well-formed and puts it in order.
///
/// errors  phase load: GRAPH, PORT, BACK, TRIP-5, COND-4, ITER, BODY-3, WEIGHTS, OP, LIMIT-2, 3; and all that
///         infer_graph can tell before a run
Result<std::shared_ptr<const Graph>> build_model(const ir::Model& model, int64_t max_depth);

/// The same for one graph, whose types and shapes are not looked at yet.
Result<std::shared_ptr<Graph>> build_graph(const ir::Graph& layers, const BuildContext& context);

}  // namespace backedge
