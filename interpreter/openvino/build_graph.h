#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "interpreter/base/deadline.h"
#include "interpreter/graph/graph.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

struct BuildLimits {
  int64_t max_depth = 64;                // of nested loops and Ifs  (LIMIT-2)
  int64_t max_bytes = int64_t{8} << 30;  // of constants that are copied out of the weights  (LIMIT-1)
  Deadline* deadline = nullptr;          // null: no time limit
  bool weights_optional = false;         // whether a Const may have no value if there are no weights
};

/// The variables of a model that become inputs and outputs of it, after all others.  (VAR-4)
struct VariablePorts {
  std::span<const std::string> inputs = {};  // names of those whose values a run gives
  bool outputs = false;                      // whether the values after the run are outputs
};

/// What all graphs of one model share while they are built.
struct BuildState {
  const BuildLimits& limits;
  Deadline& deadline;
  int64_t copied_bytes = 0;
  bool has_open_types = false;  // a Parameter of a body leaves its element type open  (GRAPH-6)
  VariablePorts variable_ports = {};
};

/// What the port map brings to the Parameters of a body, by the ids of their layers.
using BroughtValues = std::unordered_map<int64_t, Signature>;

/// What the layers of one graph share while it is built.
struct BuildContext {
  const std::string& file;
  const Weights& weights;
  BuildState& state;
  int64_t depth = 0;                       // of the graph being built
  const BroughtValues* brought = nullptr;  // to the body being built; null for the outermost graph
};

/// Checks that a model is well-formed, and lowers it to a Graph.
///
/// errors  phase load: GRAPH, VAR, PORT, BACK, TRIP-5, COND-4, ITER, BODY-3, WEIGHTS, OP, LIMIT-1, 2, 3; and
///         everything that infer_graph finds before a run
Result<std::shared_ptr<const Graph>> build_model(const Model& model, const BuildLimits& limits = {},
                                                 const VariablePorts& variable_ports = {});

/// The same for the graph of a body. Its types and shapes are inferred together with those of the outer
/// graph.
Result<std::shared_ptr<const Graph>> build_graph(const LayerGraph& layers, const BuildContext& context);

}  // namespace backedge::openvino
