#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// out[..., m, n] = sum over k of a[..., m, k] * b[..., k, n], rounded once (NUM-3).
///
/// inputs  a, b of one numeric type, rank >= 1. A vector is a row on the left and a column on the right,
///         and the output does not have the axis that the vector lacks. Leading axes broadcast
/// errors  OP-4, OP-5
/// source  OpenVINO's MatMul-1
Operation make_matmul(const MatMul& options = {});
Operation make_determinant();

}  // namespace backedge::ops
