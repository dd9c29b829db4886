#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "interpreter/base/deadline.h"
#include "interpreter/elements/per_axis.h"

namespace backedge {

/// Row-major strides of a shape.
Strides strides_of(const Shape& shape);

/// Strides that walk `shape` over a tensor of shape `from` by NumPy's rules: aligned at the last dimension,
/// dimensions of 1 repeated. The shapes must fit.
Strides broadcast_strides(const Shape& from, const Shape& shape);

/// Walks N strided operands over the elements of one shape.
///
/// Dimensions are ordered so that the strides of the first operand, the output, fall. Neighbouring
/// dimensions that are contiguous for every operand are merged, so that a row is as long as possible. Each
/// element is visited once. An operation whose result depends on the order must not use this walk across
/// that order.
template <size_t N>
class ElementIterator {
 public:
  ElementIterator(const Shape& shape, const std::array<Strides, N>& strides);

  /// Calls row(offsets, steps, n) for each row of n elements: element i of operand k is at offsets[k] + i *
  /// steps[k]. A long row comes in pieces, one after the other. Stops early when the time is over.
  template <class Row>
  void for_each_row(Deadline& deadline, Row&& row) const;

  /// Calls function(offset_0, ..., offset_N-1) for each element, until the time is over.
  template <class Function>
  void for_each(Deadline& deadline, Function&& function) const;

 private:
  void drop_ones(const Shape& shape, const std::array<Strides, N>& strides);
  void sort_by_output_stride();
  void coalesce();
  void swap_dims(int64_t a, int64_t b);

  PerAxis<int64_t> sizes_;
  PerAxis<std::array<int64_t, N>> steps_;  // by dimension, then by operand
  int64_t rank_ = 0;
  bool empty_ = false;
};

template <size_t N>
ElementIterator<N>::ElementIterator(const Shape& shape, const std::array<Strides, N>& strides) {
  drop_ones(shape, strides);
  sort_by_output_stride();
  coalesce();
}

template <size_t N>
void ElementIterator<N>::drop_ones(const Shape& shape, const std::array<Strides, N>& strides) {
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] == 0) empty_ = true;
    if (shape[axis] == 1) continue;
    sizes_[rank_] = shape[axis];
    for (size_t k = 0; k < N; ++k) steps_[rank_][k] = strides[k][axis];
    ++rank_;
  }
}

template <size_t N>
void ElementIterator<N>::swap_dims(int64_t a, int64_t b) {
  std::swap(sizes_[a], sizes_[b]);
  std::swap(steps_[a], steps_[b]);
}

template <size_t N>
void ElementIterator<N>::sort_by_output_stride() {
  for (int64_t i = 1; i < rank_; ++i) {
    for (int64_t j = i; j > 0 && steps_[j - 1][0] < steps_[j][0]; --j) swap_dims(j - 1, j);
  }
}

template <size_t N>
void ElementIterator<N>::coalesce() {
  int64_t last = 0;
  for (int64_t dim = 1; dim < rank_; ++dim) {
    bool contiguous = true;
    for (size_t k = 0; k < N; ++k) contiguous &= steps_[last][k] == steps_[dim][k] * sizes_[dim];
    if (contiguous) {
      sizes_[last] *= sizes_[dim];
      steps_[last] = steps_[dim];
    } else {
      ++last;
      sizes_[last] = sizes_[dim];
      steps_[last] = steps_[dim];
    }
  }
  if (rank_ > 0) rank_ = last + 1;
}

template <size_t N>
template <class Row>
void ElementIterator<N>::for_each_row(Deadline& deadline, Row&& row) const {
  if (empty_) return;
  std::array<int64_t, N> offsets{};
  if (rank_ == 0) {
    row(offsets, std::array<int64_t, N>{}, int64_t{1});
    deadline.passed(1);
    return;
  }
  const int64_t inner = rank_ - 1;
  PerAxis<int64_t> index;
  while (true) {
    deadline.in_blocks(sizes_[inner], [&](int64_t begin, int64_t end) {
      if (begin == 0) return row(offsets, steps_[inner], end);
      std::array<int64_t, N> piece = offsets;
      for (size_t k = 0; k < N; ++k) piece[k] += steps_[inner][k] * begin;
      row(piece, steps_[inner], end - begin);
    });
    if (deadline.over()) return;
    int64_t dim = inner;
    while (true) {  // the next index of the outer dimensions
      if (dim == 0) return;
      --dim;
      for (size_t k = 0; k < N; ++k) offsets[k] += steps_[dim][k];
      if (++index[dim] < sizes_[dim]) break;
      for (size_t k = 0; k < N; ++k) offsets[k] -= steps_[dim][k] * sizes_[dim];
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
