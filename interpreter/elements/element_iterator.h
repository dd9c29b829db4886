#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

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
  void for_each_row(Deadline& deadline, Row&& row) const {
    if (empty_) return;
    if (walk_.rank == 0) {  // scalars, in the bodies of most loops
      row(begin_, Offsets{}, int64_t{1});
      deadline.passed(1);
      return;
    }
    const auto call = [](void* of, const Offsets& offsets, const Offsets& steps, int64_t n) {
      (*static_cast<std::remove_reference_t<Row>*>(of))(offsets, steps, n);
    };
    walk_rows(deadline, call, const_cast<void*>(static_cast<const void*>(&row)));
  }

  /// Calls function(offset_0, ..., offset_N-1) for each element, until the time is over.
  template <class Function>
  void for_each(Deadline& deadline, Function&& function) const {
    for_each_row(deadline, [&](Offsets offsets, const Offsets& steps, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        std::apply(function, offsets);
        for (size_t k = 0; k < N; ++k) offsets[k] += steps[k];
      }
    });
  }

 private:
  static_assert(N >= 1 && N <= 6, "element_iterator.cc has the instances");
  using Offsets = std::array<int64_t, N>;
  using CallRow = void (*)(void* row, const Offsets& offsets, const Offsets& steps, int64_t n);

  // Not a template of Row: compiled once, instead of for each kernel and element type.
  void walk_rows(Deadline& deadline, CallRow call, void* row) const;

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

}  // namespace backedge
