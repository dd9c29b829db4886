#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// output = data; then output[positions[i] + j] = reduction(output[positions[i] + j], updates[i, j]) for i in
/// row-major order and each j below `block`.
///
/// inputs     of the call: data, indices, updates, in this order
/// positions  i64, in the row-major order of data
Result<void> scatter_updates(Reduction reduction, bool begins_with_data, const Tensor& positions,
                             int64_t block, const KernelCall& call);

/// errors  OP-4 data has a type that the operation does not take, or updates have another type
Result<void> check_scattered_types(std::span<const Operand> inputs, Reduction reduction, bool booleans);

/// The error of a reduction other than kMean.
ErrorClass error_of_scatter(Reduction reduction);

}  // namespace backedge::ops
