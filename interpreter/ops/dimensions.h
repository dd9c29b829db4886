#pragma once

#include <span>

#include "interpreter/tensor/shape.h"

/// Arithmetic of dimensions that are known in part.
namespace backedge::movement {

/// errors  LIMIT-4 where not even the least fits 64 bits
Result<Dimension> sum_of(Dimension a, Dimension b);
Result<Dimension> product_of(Dimension a, Dimension b);
/// How many elements a shape of known rank has.
Result<Dimension> count_of(const PartialShape& shape);

/// The sizes of n equal parts of a dimension, n >= 1: min > max where it cannot be cut so.
Dimension quotient_of(Dimension dim, int64_t n);

/// A shape of known rank with nothing known of its dimensions.
/// errors  LIMIT-3
Result<PartialShape> shape_of_rank(int64_t rank);

/// Appends a dimension.
/// errors  LIMIT-3
Result<void> append(PartialShape& shape, Dimension dim);

}  // namespace backedge::movement
