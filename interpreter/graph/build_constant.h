#pragma once

#include "interpreter/graph/build_graph.h"

namespace backedge {

/// Element type and shape of a Parameter or Const: those of `data`, else those of its output port.  [BODY-5]
///
/// errors  GRAPH-5 no element type; READ-8, READ-9
Result<Signature> declared_signature(const ir::Layer& layer);

/// The value of a Const, out of the weights: a view of the mapped file where its bytes can be used as they are.
///
/// errors  OP-2 no offset or size; WEIGHTS-1..5; READ-7, READ-8, READ-9
Result<Tensor> build_constant(const ir::Layer& layer, const ir::Weights& weights);

}  // namespace backedge
