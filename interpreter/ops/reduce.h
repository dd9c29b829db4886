#pragma once

#include "interpreter/ops/operation.h"

namespace backedge {

/// Reduce*-1: every element along `axes` made one, in row-major order.
///
/// Sum and Prod  accumulate in double from +0 or 1 and round once; integers wrap (NUM-3); of nothing: 0, 1
/// Mean          the sum divided by the count, rounded once; integers: the wrapped sum, the quotient
/// truncated;
///               of nothing: NaN, integers OP-6
/// Max and Min   NaN wins, -0 < +0 (NUM-9); of nothing: OP-6, the page leaves it undefined
/// LogicalAnd, LogicalOr  booleans only; of nothing: true, false
///
/// attributes  keep_dims: axes that are reduced stay as 1; default false
/// inputs      data; axes, integers, a scalar or rank 1, each in [-rank, rank) and given once. No axes at
/// all:
///             the output is data, bit for bit
/// errors      OP-4, OP-5, OP-6
/// source      ReduceSum-1 and the other pages of its kind
Result<Operation> make_reduce_sum(Attributes& attributes, int64_t version, int64_t outputs);
Result<Operation> make_reduce_mean(Attributes& attributes, int64_t version, int64_t outputs);
Result<Operation> make_reduce_max(Attributes& attributes, int64_t version, int64_t outputs);
Result<Operation> make_reduce_min(Attributes& attributes, int64_t version, int64_t outputs);
Result<Operation> make_reduce_prod(Attributes& attributes, int64_t version, int64_t outputs);
Result<Operation> make_reduce_logical_and(Attributes& attributes, int64_t version, int64_t outputs);
Result<Operation> make_reduce_logical_or(Attributes& attributes, int64_t version, int64_t outputs);

}  // namespace backedge
