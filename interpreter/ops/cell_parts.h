#pragma once

#include <cmath>
#include <vector>

#include "interpreter/ops/matrix_product.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operation.h"

/// What the recurrent cells have in common.
namespace backedge {

enum class Activation { kRelu, kSigmoid, kTanh };

/// Attributes of every cell.
struct Cell {
  int64_t hidden = 0;
  std::vector<Activation> activations;  // f, g, h
  double clip = 0;                      // 0: none
};

/// defaults  as many activations as the cell has
/// errors    OP-2
Result<Cell> read_cell(Attributes& attributes, std::vector<std::string> defaults);

/// Checks operands against shapes, and learns the batch and input sizes from them.
struct CellShapes {
  std::span<const Operand> inputs;
  Dimension batch = Dimension::any(), input = Dimension::any();

  /// errors  OP-4 types; OP-5 X is no matrix
  Result<void> check_types_and_x();
  /// Operand k is [batch, columns].  errors  OP-5
  Result<void> check_rows(size_t k, int64_t columns);
  /// Operand k is [dims...].  errors  OP-5
  Result<void> check(size_t k, std::initializer_list<Dimension> dims);
};

template <class T>
T apply(Activation activation, T x) {
  switch (activation) {
    case Activation::kSigmoid:
      return numbers::sigmoid_of(x);
    case Activation::kTanh:
      return numbers::tanh_of(x);
    case Activation::kRelu:
      break;
  }
  return numbers::widen(x) <= 0 ? numbers::round_to<T>(0) : numbers::round_to<T>(numbers::widen(x));
}

/// Limited to [-limit, limit], where there is a limit; NaN stays.
template <class T>
T clipped(T x, double limit) {
  if (limit == 0) return x;
  const double wide = numbers::widen(x);
  return std::abs(wide) > limit ? numbers::round_to<T>(std::copysign(limit, wide)) : x;
}

/// (xw + hr) + bias, clipped, through `activation`.
template <class T>
T gate(const Cell& cell, Activation activation, T xw, T hr, T bias) {
  return apply(activation, clipped(numbers::add(numbers::add(xw, hr), bias), cell.clip));  // [NUM-6]
}

/// A tensor of rank 2 as a matrix; columns [first, first + columns) of it.
template <class T>
MatrixView<T> view_of(const Tensor& tensor) {
  const int64_t rows = tensor.shape()[0], columns = tensor.shape()[1];
  return {tensor.data<T>(), rows, columns, columns, 1};
}
template <class T>
MatrixView<T> columns_of(MatrixView<T> view, int64_t first, int64_t columns) {
  return {view.data + first * view.column_step, view.rows, columns, view.row_step, view.column_step};
}

/// a * weight^T in memory of the pool.
template <class T>
Result<Tensor> multiply_by_weight(const KernelCall& call, const MatrixView<T>& a,
                                  const MatrixView<T>& weight) {
  Tensor product = TRY(call.pool.allocate(element_type_of<T>(), {a.rows, weight.rows}));
  multiply_matrices(a, weight.transposed(), call.deadline, product.writable<T>());
  return product;
}

}  // namespace backedge
