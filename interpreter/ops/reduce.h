#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// Reduces the elements along `axes` to one, in row-major order.
///
/// Sum and Prod           accumulate in double from +0 or 1 and round once; integers wrap (NUM-3). Without
///                        elements: 0, 1
/// Mean                   the exact sum of integers, divided by the count and truncated; real types are
///                        rounded once (OP-33). Without elements: NaN, integers OP-6
/// Max and Min            NaN wins, -0 < +0 (NUM-9). Without elements: OP-6, because the page leaves it
///                        undefined
/// LogicalAnd, LogicalOr  only booleans. Without elements: true, false
///
/// inputs  data; axes: integers, a scalar or rank 1, each in [-rank, rank) and named once. Without axes the
///         output is data, bit for bit. With keep_dims a reduced axis stays as 1
/// errors  OP-4, OP-5, OP-6
/// source  OpenVINO's ReduceSum-1 and the other pages of its kind
Operation make_reduce_sum(bool keep_dims = false);
Operation make_reduce_mean(bool keep_dims = false);
Operation make_reduce_max(bool keep_dims = false);
Operation make_reduce_min(bool keep_dims = false);
Operation make_reduce_prod(bool keep_dims = false);
Operation make_reduce_logical_and(bool keep_dims = false);
Operation make_reduce_logical_or(bool keep_dims = false);

}  // namespace backedge::ops
