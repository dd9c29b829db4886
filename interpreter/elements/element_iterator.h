#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "interpreter/base/deadline.h"
#include "interpreter/elements/layout.h"
#include "interpreter/elements/walk_dimensions.h"

namespace backedge {

/// Walks N operands of one shape, element by element. This is the walk of a TensorIterator for operations that
/// know the number of their operands: it allocates nothing.
///
/// The operands order the dimensions (ELEM-11), the first one before the others, and neighbouring dimensions
/// are merged (ELEM-12), so that a row is as long as possible. Each element is visited once. An operation
/// whose result depends on the order makes an operand the first one that has this order in memory.
template <size_t N>
class ElementIterator {
 public:
  /// The N layouts have the same shape. The output is the first one.
  template <class... Layouts>
  explicit ElementIterator(const Layout& output, const Layouts&... inputs)
      : ElementIterator(std::array<const Layout*, N>{&output, &inputs...}) {
    static_assert(sizeof...(inputs) + 1 == N);
  }
  explicit ElementIterator(const std::array<const Layout*, N>& operands);

  /// Calls row(offsets, steps, n) for each row of n elements: element i of operand k is at offsets[k] + i *
  /// steps[k]. A long row comes in pieces, one after the other. Stops early when the time is over.
  template <class Row>
  void for_each_row(Deadline& deadline, Row&& row) const;

  /// Calls function(offset_0, ..., offset_N-1) for each element, until the time is over.
  template <class Function>
  void for_each(Deadline& deadline, Function&& function) const;

 private:
  WalkDimensions<std::array<int64_t, N>> walk_;
  std::array<int64_t, N> begin_{};
  bool empty_ = false;
};

template <size_t N>
ElementIterator<N>::ElementIterator(const std::array<const Layout*, N>& operands) {
  const Shape& shape = operands[0]->shape;
  for (size_t k = 0; k < N; ++k) begin_[k] = operands[k]->offset;
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    if (shape[axis] == 0) empty_ = true;
    walk_.sizes[walk_.rank] = shape[axis];
    for (size_t k = 0; k < N; ++k) walk_.steps[walk_.rank][k] = operands[k]->strides[axis];
    ++walk_.rank;
  }
  order_dimensions(walk_);
  coalesce_dimensions(walk_);
}

template <size_t N>
template <class Row>
void ElementIterator<N>::for_each_row(Deadline& deadline, Row&& row) const {
  if (empty_) return;
  std::array<int64_t, N> offsets = begin_;
  if (walk_.rank == 0) {
    row(offsets, std::array<int64_t, N>{}, int64_t{1});
    deadline.passed(1);
    return;
  }
  const std::array<int64_t, N>& inner = walk_.steps[0];
  PerAxis<int64_t> index;
  while (true) {
    deadline.in_blocks(walk_.sizes[0], [&](int64_t begin, int64_t end) {
      if (begin == 0) return row(offsets, inner, end);
      std::array<int64_t, N> piece = offsets;
      for (size_t k = 0; k < N; ++k) piece[k] += inner[k] * begin;
      row(piece, inner, end - begin);
    });
    if (deadline.over()) return;
    int64_t dim = 0;
    while (true) {  // the next index of the outer dimensions
      if (++dim == walk_.rank) return;
      for (size_t k = 0; k < N; ++k) offsets[k] += walk_.steps[dim][k];
      if (++index[dim] < walk_.sizes[dim]) break;
      for (size_t k = 0; k < N; ++k) offsets[k] -= walk_.steps[dim][k] * walk_.sizes[dim];
      index[dim] = 0;
    }
  }
}

template <size_t N>
template <class Function>
void ElementIterator<N>::for_each(Deadline& deadline, Function&& function) const {
  for_each_row(deadline, [&](std::array<int64_t, N> offsets, const std::array<int64_t, N>& steps, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      std::apply(function, offsets);
      for (size_t k = 0; k < N; ++k) offsets[k] += steps[k];
    }
  });
}

}  // namespace backedge
