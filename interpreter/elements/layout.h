#pragma once

#include <span>

#include "interpreter/base/result.h"
#include "interpreter/elements/per_axis.h"

namespace backedge {

/// Where the elements of a tensor are: element (i, j, ...) is `offset + i * strides[0] + j * strides[1] + ...`
/// elements after the tensor's first one.
///
/// The functions below name operands as callers think of them: repeated, permuted, cut. They are the only
/// place that computes strides. Their arguments must fit; front ends and operations have checked them.
struct Layout {
  Shape shape;
  Strides strides;
  int64_t offset = 0;

  /// The elements of a Tensor: row-major, without gaps.
  static Layout row_major(const Shape& shape);

  /// Broadcast to the shape `to` by NumPy's rules: aligned at the last axis, and a dimension of 1 is repeated.
  Layout expanded(const Shape& to) const;
  /// The same, but axis 0 becomes axis `first` of `to`. Axes of size 1 beyond the last one are dropped.
  Layout expanded_at(int64_t first, const Shape& to) const;
  /// The same, but axis i becomes axis axes[i] of `to`. Axes of one size that become the same one give their
  /// diagonal.
  Layout expanded_along(std::span<const int64_t> axes, const Shape& to) const;
  /// Axis i is axis order[i] of this layout.
  Layout permuted(std::span<const int64_t> order) const;
  /// The positions first, first + step, ..., `count` of them, of one axis.
  Layout sliced(int64_t axis, int64_t first, int64_t count, int64_t step = 1) const;
  /// The first corner[axis] positions of every axis.
  Layout corner(const Shape& corner) const;
  /// One position of an axis, without the axis.
  Layout selected(int64_t axis, int64_t position) const;
  /// With a new axis of size 1.
  Layout unsqueezed(int64_t axis) const;
  /// The first position of all axes but the first `rank` ones, which are kept.
  Layout leading(int64_t rank) const;
  /// The first position of all axes for which kept[axis] is not `which`; the other axes are kept.
  Layout axes_where(const PerAxis<bool>& kept, bool which = true) const;

  bool operator==(const Layout& other) const;
};

/// Whether the elements are in row-major order without gaps. The strides of dimensions of 1 do not matter.
bool is_row_major(const Shape& shape, const Strides& strides);

/// Whether the elements fill a piece of memory, in some order of the axes: no gaps, and no element twice.
bool is_dense(const Shape& shape, const Strides& strides);

/// The distance between the first and the last element in memory, plus one; 0 if there is no element.
/// Strides may be negative.
struct Extent {
  int64_t lowest = 0, count = 0;  // relative to the first element, in elements
};
Extent extent_of(const Shape& shape, const Strides& strides);

}  // namespace backedge
