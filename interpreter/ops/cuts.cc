#include "interpreter/ops/cuts.h"

#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"

namespace backedge::ops {
namespace {

/// The position counted from the start, limited to least..most.
int64_t clamp_position(int64_t position, int64_t size, int64_t least, int64_t most) {
  return std::clamp(position < 0 ? position + size : position, least, most);
}

/// Whether a longer axis never gives a shorter range. A range may get shorter if one end counts from the
/// end of the axis, and the other one, towards which it moves, from the start. It may also do so if a start
/// before position 0 is moved there.
bool grows_with(const Range& range, Dimension dim) {
  if (range.step > 0) {
    const int64_t start = range.start.value_or(0), stop = range.stop.value_or(INT64_MAX);
    return start >= 0 || stop < 0 || stop >= dim.max;
  }
  const int64_t start = range.start.value_or(-1), stop = range.stop.value_or(INT64_MIN);
  if (range.least_start == 0 && start < -1 && (start < -dim.max || dim.min < -start)) return false;
  return start < 0 || stop >= 0 || start >= dim.max - 1 || stop < -dim.max;
}

/// The sizes that a range may have on an axis of a size that is known in part.
Dimension range_size(const Range& range, Dimension dim) {
  if (!dim.known() && !grows_with(range, dim)) return {0, dim.max};
  Dimension size{positions_of(range, dim.min).count, positions_of(range, dim.max).count};
  const bool settled = positions_of(range, dim.max / 2).count == size.max;
  if (dim.max == Dimension::kUnbounded && !settled) size.max = Dimension::kUnbounded;
  return size;
}

Result<void> check_pick(const Cut& cut, Dimension dim) {
  if (!cut.range) return {};
  const int64_t position = *cut.range->start;
  if (position >= 0 ? position < dim.max : position >= -dim.max) return {};
  return Error("OP-6", "position " + std::to_string(position) + " of an axis of size " + dim.text());
}

}  // namespace

Positions positions_of(const Range& range, int64_t size) {
  if (size == 0) return {};
  const bool forward = range.step > 0;
  const int64_t least = forward ? 0 : -1;
  const int64_t most = forward ? size : size - 1;
  const int64_t start = range.start
                            ? clamp_position(*range.start, size, forward ? 0 : range.least_start, most)
                            : (forward ? least : most);
  const int64_t stop = range.stop ? clamp_position(*range.stop, size, least, most) : (forward ? most : least);
  const int64_t length = forward ? stop - start : start - stop;
  if (length <= 0) return {};
  // The size of the step as an unsigned number, because the size of INT64_MIN does not fit int64_t.
  const uint64_t stride = forward ? static_cast<uint64_t>(range.step) : -static_cast<uint64_t>(range.step);
  const uint64_t count = (static_cast<uint64_t>(length) - 1) / stride + 1;
  return {start, static_cast<int64_t>(count), range.step};
}

void Cuts::push_back(const Cut& cut) {
  CHECK(size < std::ssize(items));
  (*this)[size++] = cut;
}

Result<PartialShape> shape_after(const PartialShape& data, const Cuts& cuts) {
  PartialShape shape = PartialShape::of_rank(0);
  int64_t axis = 0;
  for (const Cut& cut : cuts) {
    if (cut.kind == Cut::Kind::kNewAxis) {
      TRY(append(shape, Dimension::exactly(1)));
      continue;
    }
    const Dimension dim = data[axis++];
    switch (cut.kind) {
      case Cut::Kind::kPick:
        TRY(check_pick(cut, dim));
        break;
      case Cut::Kind::kRange:
        TRY(append(shape, cut.range ? range_size(*cut.range, dim) : Dimension{0, dim.max}));
        break;
      default:
        TRY(append(shape, dim));
    }
  }
  return shape;
}

Layout layout_after(const Shape& data, const Cuts& cuts) {
  Layout from = Layout::row_major(data);
  int64_t axis = 0;
  for (const Cut& cut : cuts) {
    if (cut.kind == Cut::Kind::kNewAxis) continue;
    const int64_t size = from.shape[axis];
    if (cut.kind == Cut::Kind::kPick) {
      const int64_t position = *cut.range->start;
      from = from.selected(axis, position < 0 ? position + size : position);
      continue;
    }
    if (cut.kind == Cut::Kind::kRange) {
      const Positions positions = positions_of(*cut.range, size);
      from = from.sliced(axis, positions.first, positions.count, positions.step);
    }
    ++axis;
  }
  axis = 0;
  for (const Cut& cut : cuts) {  // after the picks, so that there are never more axes than the output has
    if (cut.kind == Cut::Kind::kNewAxis) from = from.unsqueezed(axis);
    axis += cut.kind != Cut::Kind::kPick;
  }
  return from;
}

void copy_cut(Tensor& output, const Tensor& data, const Cuts& cuts, Deadline& deadline) {
  copy_elements(output, Layout::row_major(output.shape()), data, layout_after(data.shape(), cuts), deadline);
}

}  // namespace backedge::ops
