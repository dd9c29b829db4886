#pragma once

#include <array>
#include <optional>
#include <span>

#include "interpreter/ops/operation.h"

/// Slicing along axes, for Slice and StridedSlice.
namespace backedge::ops {

/// Positions start, start + step, ... before `stop`, as written: negative ones count from the end, and those
/// outside the axis are moved to its ends. A start that is missing is the end of the axis at which the
/// direction of step begins, and a stop that is missing is beyond the other one.
struct Range {
  std::optional<int64_t> start, stop;
  int64_t step = 1;
  /// What a start before position 0 is moved to if step is negative: -1, which takes nothing, or 0.
  int64_t least_start = -1;
};

/// The positions of a Range on an axis of one size.
struct Positions {
  int64_t first = 0, count = 0, step = 1;
};

/// size  0 or more
Positions positions_of(const Range& range, int64_t size);

/// What happens to an axis of data.
struct Cut {
  enum class Kind {
    kWhole,
    kRange,    // the positions of `range`; one that is not known may take anything
    kPick,     // one position, *range->start, without the axis
    kNewAxis,  // a dimension of 1, of no axis of data
  };
  Kind kind = Kind::kWhole;
  std::optional<Range> range;
};

/// In the order of the output's dimensions. Apart from new axes, they belong to the axes of data in their
/// order.
struct Cuts {
  std::array<Cut, 2 * kMaxRank> items;
  int64_t size = 0;

  void push_back(const Cut& cut);
  Cut& operator[](int64_t dimension) { return begin()[dimension]; }
  Cut* begin() { return items.data(); }
  const Cut* begin() const { return items.data(); }
  const Cut* end() const { return items.data() + size; }
};

/// errors  OP-6 a picked position outside the axis; LIMIT-3
Result<PartialShape> shape_after(const PartialShape& data, const Cuts& cuts);

/// Copies the elements that the cuts leave, until the time is over. The cuts are wholly known.
void copy_cut(Tensor& output, const Tensor& data, const Cuts& cuts, Deadline& deadline);

}  // namespace backedge::ops
