#pragma once

#include <array>
#include <optional>
#include <span>

#include "interpreter/elements/layout.h"
#include "interpreter/ops/operation.h"

/// Slicing along axes, for Slice and StridedSlice.
namespace backedge::ops {

/// The positions start, start + step, ... before `stop`. Negative positions count from the end, and
/// positions outside the axis are moved to its ends. If there is no start, it is the end of the axis where
/// the direction of step begins. If there is no stop, it is beyond the other end.
struct Range {
  std::optional<int64_t> start, stop;
  int64_t step = 1;
  /// The position to which a start before position 0 is moved if step is negative: -1, which selects
  /// nothing, or 0.
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
    kRange,    // the positions of `range`; an unknown range may select any of them
    kPick,     // one position, *range->start, without the axis
    kNewAxis,  // a new dimension of 1
  };
  Kind kind = Kind::kWhole;
  std::optional<Range> range;
};

/// The cuts in the order of the output's dimensions. Apart from new axes, they belong to the axes of data,
/// in the same order.
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

/// Where the elements that the cuts select are in data. All cuts must be known.
Layout layout_after(const Shape& data, const Cuts& cuts);

/// Copies the elements that the cuts select, until the time is over. All cuts must be known.
void copy_cut(Tensor& output, const Tensor& data, const Cuts& cuts, Deadline& deadline);

}  // namespace backedge::ops
