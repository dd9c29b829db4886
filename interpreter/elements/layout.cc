#include "interpreter/elements/layout.h"

#include <algorithm>

namespace backedge {

Layout Layout::row_major(const Shape& shape) {
  Layout layout{.shape = shape, .strides = {}};
  int64_t stride = 1;
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    layout.strides[axis] = stride;
    stride *= shape[axis];
  }
  return layout;
}

Layout Layout::expanded(const Shape& to) const { return expanded_at(to.rank() - shape.rank(), to); }

Layout Layout::expanded_at(int64_t first, const Shape& to) const {
  Layout layout{.shape = to, .strides = {}, .offset = offset};
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] == 1) continue;
    CHECK(shape[axis] == to[first + axis]);
    layout.strides[first + axis] = strides[axis];
  }
  return layout;
}

Layout Layout::expanded_along(std::span<const int64_t> axes, const Shape& to) const {
  Layout layout{.shape = to, .strides = {}, .offset = offset};
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] != 1) layout.strides[axes[axis]] += strides[axis];
  }
  return layout;
}

Layout Layout::permuted(std::span<const int64_t> order) const {
  Layout layout{.shape = {}, .strides = {}, .offset = offset};
  for (const int64_t axis : order) {
    layout.strides[layout.shape.rank()] = strides[axis];
    layout.shape.push_back(shape[axis]);
  }
  return layout;
}

Layout Layout::sliced(int64_t axis, int64_t first, int64_t count, int64_t step) const {
  Layout layout = *this;
  layout.shape[axis] = count;
  layout.offset += first * strides[axis];
  // A single position takes no step, and its step may be larger than any axis.
  layout.strides[axis] = count > 1 ? step * strides[axis] : 0;
  return layout;
}

Layout Layout::corner(const Shape& corner) const {
  Layout layout = *this;
  layout.shape = corner;
  return layout;
}

Layout Layout::selected(int64_t axis, int64_t position) const {
  PerAxis<bool> gone;
  gone[axis] = true;
  Layout layout = axes_where(gone, false);
  layout.offset += position * strides[axis];
  return layout;
}

Layout Layout::unsqueezed(int64_t axis) const {
  Layout layout{.shape = {}, .strides = {}, .offset = offset};
  for (int64_t own = 0; own <= shape.rank(); ++own) {
    if (own == axis) layout.shape.push_back(1);
    if (own == shape.rank()) break;
    layout.strides[layout.shape.rank()] = strides[own];
    layout.shape.push_back(shape[own]);
  }
  return layout;
}

Layout Layout::leading(int64_t rank) const {
  Layout layout{.shape = {}, .strides = {}, .offset = offset};
  for (int64_t axis = 0; axis < rank; ++axis) {
    layout.strides[axis] = strides[axis];
    layout.shape.push_back(shape[axis]);
  }
  return layout;
}

Layout Layout::axes_where(const PerAxis<bool>& kept, bool which) const {
  Layout layout{.shape = {}, .strides = {}, .offset = offset};
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (kept[axis] != which) continue;
    layout.strides[layout.shape.rank()] = strides[axis];
    layout.shape.push_back(shape[axis]);
  }
  return layout;
}

bool Layout::operator==(const Layout& other) const {
  if (!(shape == other.shape) || offset != other.offset) return false;
  return std::equal(strides.values.begin(), strides.values.begin() + shape.rank(),
                    other.strides.values.begin());
}

bool is_row_major(const Shape& shape, const Strides& strides) {
  if (shape.count() == 0) return true;
  int64_t expected = 1;
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    if (shape[axis] != 1 && strides[axis] != expected) return false;
    expected *= shape[axis];
  }
  return true;
}

bool is_dense(const Shape& shape, const Strides& strides) {
  std::array<int64_t, kMaxRank> axes;  // those that have neighbours
  int64_t rank = 0;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] > 1) axes[rank++] = axis;
    if (shape[axis] == 0) return true;
  }
  std::ranges::sort(std::span(axes).first(rank), {}, [&](int64_t axis) { return strides[axis]; });
  int64_t expected = 1;
  for (int64_t i = 0; i < rank; ++i) {
    if (strides[axes[i]] != expected) return false;
    expected *= shape[axes[i]];
  }
  return true;
}

Extent extent_of(const Shape& shape, const Strides& strides) {
  if (shape.count() == 0) return {};
  Extent extent{.count = 1};
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    const int64_t reach = (shape[axis] - 1) * strides[axis];
    extent.lowest += std::min<int64_t>(reach, 0);
    extent.count += std::abs(reach);
  }
  return extent;
}

}  // namespace backedge
