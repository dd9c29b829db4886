#pragma once

#include <array>

#include "interpreter/elements/per_axis.h"
#include "interpreter/ops/operation.h"

/// Outputs that consist of boxes of data: along each axis they are a few pieces of data's axis, one after the
/// other.
namespace backedge::ops {

/// The positions first, first + step, ..., `count` of them.
struct Segment {
  int64_t first = 0, count = 0, step = 1;
};

/// The pieces along one axis, in the order of the output.
using Segments = std::array<Segment, 3>;

/// Copies the boxes to the output, from its first element on, until the time is over. The pieces of an axis
/// are as long together as the axis of the output.
void copy_segments(Tensor& output, const Tensor& data, const PerAxis<Segments>& segments, Deadline& deadline);

}  // namespace backedge::ops
