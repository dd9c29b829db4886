#pragma once

#include "interpreter/base/result.h"
#include "interpreter/tensor/shape.h"

namespace backedge {

/// The shape to which both shapes are broadcast: they are aligned at the last axis, and a dimension of 1 takes
/// the size of the other one.
///
/// errors  ELEM-1 sizes that differ, and neither is 1
Result<Shape> broadcast_shape(const Shape& a, const Shape& b);

}  // namespace backedge
