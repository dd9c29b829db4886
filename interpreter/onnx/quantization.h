#pragma once

#include "interpreter/onnx/formula.h"

namespace backedge::onnx {

/// x - its zero point in i32, where operand k is the zero point or is not there: a scalar, or a list along an
/// axis of x.
///
/// errors  OP-4 other types than integers; ONNX-GRAPH-10
Term without_zero_point(NodeLowering& node, Term x, size_t k, int64_t axis);

/// saturate(round(sums * scale) + zero_point) in the type of the zero point. The product and the sum are
/// computed in f64.
Term requantized(Formula& f, Term sums, Term scale, Term zero_point);

}  // namespace backedge::onnx
