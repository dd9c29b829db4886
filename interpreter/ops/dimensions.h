#pragma once

#include <span>

#include "interpreter/tensor/shape.h"

/// Arithmetic of shapes and of dimensions that may be known in part.
namespace backedge::ops {

/// errors  LIMIT-4 the least sum does not fit 64 bits
Result<Dimension> sum_of(Dimension a, Dimension b);
Result<Dimension> product_of(Dimension a, Dimension b);
/// The number of elements of a shape of known rank.
Result<Dimension> count_of(const PartialShape& shape);

/// The sizes of n equal parts of a dimension, n >= 1; min > max if it cannot be divided.
Dimension quotient_of(Dimension dim, int64_t n);

/// The first `rank` dimensions.
Shape leading(const Shape& shape, int64_t rank);

/// A shape of known rank with unknown dimensions.
/// errors  LIMIT-3
Result<PartialShape> shape_of_rank(int64_t rank);

/// Appends a dimension.
/// errors  LIMIT-3
Result<void> append(PartialShape& shape, Dimension dim);

}  // namespace backedge::ops
