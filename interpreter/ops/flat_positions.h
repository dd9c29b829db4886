#pragma once

#include <span>

#include "interpreter/ops/operation.h"

/// Where the indices of an operand point to, as positions in the row-major order of another tensor.
namespace backedge::ops {

/// The position in 0..size-1 that an index names.
///
/// errors  OP-6
Result<int64_t> position_of_index(int64_t index, int64_t size, NegativeIndex negative);

/// The position of data[p_0, ..., i, ..., p_{n-1}] for each index i, where p is the place of i among the
/// indices and i itself is at `axis`. If the time is over, some positions are not written.
///
/// indices  of the rank of data; only along the axis longer than data
/// errors   OP-6
Result<Tensor> positions_along(const Tensor& indices, const Shape& data, int64_t axis, NegativeIndex negative,
                               const KernelCall& call);

/// The position of data[0, ..., i_0, ..., i_{k-1}, 0, ...] for each tuple i along the last axis of indices.
/// The tuple begins at axis `first` of data, which has first + k axes at least. If the time is over, some
/// positions are not written.
///
/// errors  OP-6
Result<Tensor> positions_of_tuples(const Tensor& indices, const Shape& data, int64_t first,
                                   NegativeIndex negative, const KernelCall& call);

}  // namespace backedge::ops
