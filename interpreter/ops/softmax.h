#pragma once

#include "interpreter/ops/operation.h"

namespace backedge {

/// SoftMax-1, -8: y = e^(x - m) / sum of e^(x - m) along one axis, m the greatest x there.
///
/// Rounded to the element type after each of: subtraction, exp, sum (in double, in index order), division
/// (NUM-6). A NaN or +infinity makes the whole line NaN, and so does -infinity alone.
///
/// attributes  axis: default 1; version 8: in [-rank, rank), version 1: not negative
/// inputs      a tensor of a real type
/// errors      OP-2, OP-4, OP-5
/// source      SoftMax-1, SoftMax-8; m is not on the pages, it keeps e^x finite
Result<Operation> make_softmax(Attributes& attributes, int64_t version, int64_t outputs);

}  // namespace backedge
