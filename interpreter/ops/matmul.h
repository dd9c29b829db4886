#pragma once

#include "interpreter/ops/operation.h"

namespace backedge {

/// MatMul-1: out[..., m, n] = sum over k of a[..., m, k] * b[..., k, n], rounded once (NUM-3).
///
/// attributes  transpose_a, transpose_b: the two last axes of a matrix are swapped; no effect on vectors
/// inputs      a, b of one integer or real type, rank >= 1; a vector is a row on the left and a column on the
///             right, and the axis it lacks is missing in the output; leading axes broadcast
/// errors      OP-4, OP-5
/// source      MatMul-1
Result<Operation> make_matmul(Attributes& attributes, int64_t version, int64_t outputs);

}  // namespace backedge
