#pragma once

#include <cstdint>

#include "interpreter/base/deadline.h"

namespace backedge::ops {

/// A matrix anywhere in memory.
template <class T>
struct MatrixView {
  const T* data;
  int64_t rows, columns;
  int64_t row_step, column_step;

  /// Contiguous rows, one after the other.
  static MatrixView of_rows(const T* data, int64_t rows, int64_t columns) {
    return {data, rows, columns, columns, 1};
  }
  const T& operator()(int64_t row, int64_t column) const {
    return data[row * row_step + column * column_step];
  }
  /// `count` rows or columns from `first` on.
  MatrixView rows_from(int64_t first, int64_t count) const {
    return {data + first * row_step, count, columns, row_step, column_step};
  }
  MatrixView columns_from(int64_t first, int64_t count) const {
    return {data + first * column_step, rows, count, row_step, column_step};
  }
  MatrixView transposed() const { return {data, columns, rows, column_step, row_step}; }
};

/// How many sums of f32 products are in one register. This changes no bit.
enum class Registers { kOfOne, kOfFour, kOfEight };

/// The widest registers that this processor has.
Registers widest_registers();

/// out[m, n] = sum over k of a[m, k] * b[k, n], k ascending from a sum of +0.
///
/// Real types are summed in double and rounded once. Integers wrap. A sum of no terms is 0 (NUM-3).
///
/// out       contiguous rows of b.columns elements; distinct from a and b
/// deadline  when the time is over, the rest is not computed
/// T         any integer or real element type
template <class T>
void multiply_matrices(const MatrixView<T>& a, const MatrixView<T>& b, Deadline& deadline, T* out,
                       Registers registers = widest_registers());

}  // namespace backedge::ops
