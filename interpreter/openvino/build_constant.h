#pragma once

#include "interpreter/openvino/build_graph.h"

namespace backedge::openvino {

/// The element type that a Parameter or Const declares: that of `data`, otherwise that of its output port.
/// (BODY-5)
///
/// returns  nothing if the type is left open
/// errors   READ-8
Result<std::optional<ElementType>> declared_type(const Layer& layer);

/// The element type and shape of a Parameter or Const.
///
/// otherwise  the type if the layer leaves it open  (GRAPH-6)
/// errors     GRAPH-5 no element type; READ-8, READ-9
Result<Signature> declared_signature(const Layer& layer, std::optional<ElementType> otherwise = std::nullopt);

/// The value of a Const. It is a view of the weights if their bytes can be used as they are.
///
/// returns  a tensor without memory if weights are optional and there are none
/// errors   OP-2 no offset or size; WEIGHTS-1..5; READ-7, READ-8, READ-9; LIMIT-1
Result<Tensor> build_constant(const Layer& layer, const Weights& weights, BuildState& state);

/// The same for a Const on its own.
inline Result<Tensor> build_constant(const Layer& layer, const Weights& weights) {
  const BuildLimits limits;
  Deadline endless;
  BuildState state{.limits = limits, .deadline = endless};
  return build_constant(layer, weights, state);
}

}  // namespace backedge::openvino
