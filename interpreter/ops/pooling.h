#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// The greatest element of each window, and if there is a second output, its position.
///
/// NaN wins, and -0 < +0 (NUM-9). The first one of equal elements in row-major order is chosen. A window
/// without elements of data gives -infinity or the smallest integer, and position 0 (OP-22). Positions count
/// through the axes of data from options.axis on.
///
/// inputs  data [N, C, 1 to 3 spatial axes] of a numeric type
/// errors  OP-4, OP-5, LIMIT-4
/// source  OpenVINO's MaxPool-1, MaxPool-8, MaxPool-14
Operation make_max_pool(const MaxPool& options);

/// The mean of each window: the sum in double in row-major order, divided and rounded once (NUM-3). Integers:
/// the exact sum, the quotient truncated (OP-23).
///
/// inputs  data [N, C, 1 to 3 spatial axes] of a numeric type
/// errors  OP-4, OP-5, OP-6 integers in a window without elements, LIMIT-4
/// source  OpenVINO's AvgPool-1, AvgPool-14
Operation make_avg_pool(const AvgPool& options);

/// The same for windows that divide each spatial axis: window i of n has the elements from floor(i * size / n)
/// to ceil((i + 1) * size / n). Positions count through the spatial axes.
///
/// inputs  data [N, C, 1 to 3 spatial axes] of a real type; the spatial sizes of the output: i32 or i64
/// errors  OP-4, OP-5, OP-6 a negative size
/// source  OpenVINO's AdaptiveMaxPool-8, AdaptiveAvgPool-8
Operation make_adaptive_max_pool(const AdaptiveMaxPool& options);
Operation make_adaptive_avg_pool();

}  // namespace backedge::ops
