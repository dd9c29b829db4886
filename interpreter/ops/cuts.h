#pragma once

#include <array>
#include <optional>
#include <span>

#include "interpreter/ops/operation.h"

/// What Slice and StridedSlice have in common: cutting along axes.
namespace backedge::movement {

/// Positions start, start + step, ... before `stop`, as written: negative ones count from the end, and those
/// outside the axis are moved to its ends. Nothing stands for the end that the direction of step begins, or
/// ends, at.
struct Range {
  std::optional<int64_t> start, stop;
  int64_t step = 1;
  /// Where a start before position 0 is moved to when step is negative: -1, which takes nothing, or 0.
  int64_t least_start = -1;
};

/// The positions of a Range on an axis of one size.
struct Positions {
  int64_t first = 0, count = 0, step = 1;
};

/// size  0 or more
Positions positions_of(const Range& range, int64_t size);

/// What becomes of an axis of data.
struct Cut {
  enum class Kind {
    kWhole,
    kRange,    // of `range`; one that is not known takes anything
    kPick,     // one position, *range->start; the axis is gone
    kNewAxis,  // no axis of data: a dimension of 1 that stands here
  };
  Kind kind = Kind::kWhole;
  std::optional<Range> range;
};

/// In the order of the output's dimensions; all but new axes stand for the axes of data in their order.
struct Cuts {
  std::array<Cut, 2 * kMaxRank> items;
  size_t size = 0;

  void push_back(const Cut& cut);
  Cut* begin() { return items.data(); }
  const Cut* begin() const { return items.data(); }
  const Cut* end() const { return items.data() + size; }
};

/// errors  OP-6 a picked position outside the axis; LIMIT-3
Result<PartialShape> shape_after(const PartialShape& data, const Cuts& cuts);

/// output = data, cut, until the time is over; the cuts are wholly known.
void copy_cut(Tensor& output, const Tensor& data, const Cuts& cuts, Deadline& deadline);

}  // namespace backedge::movement
