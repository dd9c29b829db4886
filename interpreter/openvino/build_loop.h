#pragma once

#include <map>

#include "interpreter/openvino/build_graph.h"

namespace backedge::openvino {

/// The ports of a loop layer by their ids. The values are the positions among the node's outputs, or among
/// its wired inputs.
struct LoopPorts {
  std::map<int64_t, size_t> inputs, outputs;
  std::vector<Signature> values = {};  // what is known of the wired inputs, in a model with open types
};

/// Builds the body of a TensorIterator or Loop, and converts its port map and back edges to the normal
/// form. After reading, this is the only place that distinguishes the dialects.
///
/// errors  PORT-1..5, SLICE-3, 4, BACK-1, TRIP-5, COND-4, ITER-1..3, LIMIT-2; every rule that the body breaks
Result<LoopNode> build_loop(const Layer& layer, const LoopPorts& ports, const BuildContext& context);

/// Builds the two bodies of an If.
///
/// errors  IF-2, PORT-1..4, LIMIT-2; every rule that a body breaks
Result<IfNode> build_if(const Layer& layer, const LoopPorts& ports, const BuildContext& context);

}  // namespace backedge::openvino
