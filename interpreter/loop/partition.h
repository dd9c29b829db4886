#pragma once

#include <cstdint>
#include <optional>

#include "interpreter/base/result.h"
#include "interpreter/tensor/shape.h"

namespace backedge {

/// How a value is divided into parts along an axis. Negative positions count from the end.
struct Slicing {
  int64_t axis = 0;
  int64_t start = 0;
  int64_t end = -1;
  int64_t stride = 1;
  std::optional<int64_t> part_size;

  /// "axis 1; start 0, end -1, stride 2, part_size 2".
  std::string text() const;
};

/// Each position of an axis, from the first one or, backward, from the last one.
inline Slicing slicing_along(int64_t axis, bool backward) {
  if (backward) return {.axis = axis, .start = -1, .end = 0, .stride = -1};
  return {.axis = axis};
}

/// Where the parts of an axis lie: part i is the `width` positions from `first + i * step` upwards.
struct Partition {
  int64_t first = 0;
  int64_t step = 0;
  int64_t width = 0;
  int64_t count = 0;

  int64_t begin_of(int64_t part) const { return first + part * step; }
};

/// Whether `stride` and `part_size` make sense for any axis.
///
/// errors  SLICE-3 stride 0; SLICE-4 part_size below 1
Result<void> check_slicing(const Slicing& slicing);

/// The position of an axis given in [-rank, rank).
///
/// errors  SLICE-1
Result<int64_t> axis_of(const Slicing& slicing, int64_t rank);

/// The width of a part: part_size if it is given, otherwise abs(stride).
int64_t part_width(const Slicing& slicing);

/// Divides an axis of `dim` positions into parts.
///
///   part i = [start + abs(stride)*i, ... + width)     stride > 0
///            (start - abs(stride)*i - width, ...]     stride < 0
///
/// slicing  has passed check_slicing
/// errors   SLICE-2 a border outside the axis; SLICE-3 start past end; SLICE-6 positions left over
/// source   TensorIterator-1 "Port map attributes"
Result<Partition> partition(int64_t dim, const Slicing& slicing);

/// The error of an iteration that has no part of a tensor.  (SLICE-9)
Error past_the_parts(const Slicing& slicing, const Partition& parts, const Shape& shape, int64_t iteration);

/// Whether `slicing` covers an axis of `dim` positions from one end to the other: what is asked of an output.
bool covers_whole_axis(int64_t dim, const Slicing& slicing);

}  // namespace backedge
