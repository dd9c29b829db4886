#pragma once

#include "interpreter/elements/strided_tensor.h"

namespace backedge {

/// The shape, or [1] for a scalar, so that it has an axis.
Shape ensure_nonempty(const Shape& shape);

/// The tensor with its axis `dim` fixed: the axis has size 1 and stride 0 in a walk, while a kernel that knows
/// the real stride goes along it.
///
/// dim                counts from the end if negative
/// replacement_shape  of the result. It has the rank of the tensor, or rank 1 for a scalar. Each of its other
///                    dimensions is at most the one of the tensor
/// errors             ELEM-14
Result<StridedTensor> restride_dim(const StridedTensor& source, int64_t dim, const Shape& replacement_shape);

}  // namespace backedge
