#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// MatMul(Softmax(scale MatMul(query, key^T) + bias), value). Each step is rounded (NUM-6).
///
/// bias     0; with `causal`, -infinity where the position in key is after the one in query; otherwise the
///          mask, which is -infinity where a boolean is false  (OP-34)
/// inputs   query [N..., L, E]; key [N..., S, E]; value [N..., S, Ev]; mask of their type or of booleans, which
///          is broadcast to [N..., L, S]; scale, one number, otherwise 1 / sqrt(E)
/// returns  [N..., L, Ev]; leading axes are broadcast
/// errors   OP-4, OP-5
/// source   OpenVINO's ScaledDotProductAttention-13
Operation make_scaled_dot_product_attention(bool causal);

}  // namespace backedge::ops
