#pragma once

#include <algorithm>
#include <cmath>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/matrix_product.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

/// The parts that recurrent cells have in common.
namespace backedge::ops {

/// Checks operands against shapes, and learns the batch and input sizes from them.
struct CellShapes {
  std::span<const Operand> inputs;
  Dimension batch = Dimension::any(), input = Dimension::any();

  /// errors  OP-4 types; OP-5 X is not a matrix
  Result<void> check_types_and_x() {
    TRY(check_types(inputs, Types::kReal));
    TRY(check(0, {batch, input}));
    if (!inputs[0].shape.rank_known()) return {};
    batch = inputs[0].shape[0];
    input = inputs[0].shape[1];
    return {};
  }
  /// Operand k is [batch, row...].  errors  OP-5
  Result<void> check_rows(size_t k, const Shape& row) {
    const PartialShape& shape = inputs[k].shape;
    TRY(check(k, with_axis(PartialShape(row), 0, batch)));
    if (shape.rank_known()) batch = {std::max(batch.min, shape[0].min), std::min(batch.max, shape[0].max)};
    return {};
  }
  /// Operand k is [dims...].  errors  OP-5
  Result<void> check(size_t k, std::initializer_list<Dimension> dims) const {
    return check(k, PartialShape::of(std::span(dims.begin(), dims.size())));
  }
  Result<void> check(size_t k, const PartialShape& expected) const {
    if (inputs[k].shape.meets(expected)) return {};
    return Error("OP-5", "input " + std::to_string(k) + " has shape " + inputs[k].shape.text() +
                             ", expected " + expected.text());
  }
};

/// The values of `count` gates for each row of the batch, one gate after the other: element (b, gate, j).
template <class T>
struct Gates {
  const T* data = nullptr;  // null: every value is 0
  int64_t count, hidden;

  T operator()(int64_t b, int64_t gate, int64_t j) const {
    return data == nullptr ? T{} : data[RowMajor(count, hidden)(b, gate, j)];
  }
};

/// The bias of each gate, if there is one: element (gate, j).
template <class T>
struct Bias {
  Gates<T> gates;

  Bias(const KernelCall& call, size_t k, int64_t count, int64_t hidden)
      : gates{k < call.inputs.size() ? call.input(k).data<T>() : nullptr, count, hidden} {}
  T operator()(int64_t gate, int64_t j) const { return gates(0, gate, j); }
};

/// The states [batch, hidden] of a cell: element (b, j).
template <class Element>
struct States {
  Element* data;
  int64_t hidden;

  Element& operator()(int64_t b, int64_t j) const { return data[RowMajor(hidden)(b, j)]; }
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

/// Limits a value to [-limit, limit]; a limit of 0 means no limit; NaN stays.
template <class T>
T clipped(T x, double limit) {
  if (limit == 0) return x;
  const double wide = numbers::widen(x);
  return std::abs(wide) > limit ? numbers::round_to<T>(std::copysign(limit, wide)) : x;
}

/// activation(clip((xw + hr) + bias))
template <class T>
T gate(Activation activation, double clip, T xw, T hr, T bias) {
  return apply(activation, clipped(numbers::add(numbers::add(xw, hr), bias), clip));  // [NUM-6]
}

/// A tensor of rank 2 as a matrix.
template <class T>
MatrixView<T> view_of(const Tensor& tensor) {
  return MatrixView<T>::of_rows(tensor.data<T>(), tensor.shape()[0], tensor.shape()[1]);
}

/// a * weight^T in memory of the pool.
template <class T>
Result<Tensor> multiply_by_weight(const KernelCall& call, const MatrixView<T>& a,
                                  const MatrixView<T>& weight) {
  Tensor product = TRY(call.pool.allocate(element_type_of<T>(), {a.rows, weight.rows}));
  multiply_matrices(a, weight.transposed(), call.deadline, product.writable<T>());
  return product;
}

/// Calls element(b, j) for each element of [batch, hidden], until the time is over.
template <class Element>
void for_each_state(int64_t batch, int64_t hidden, Deadline& deadline, Element&& element) {
  for (int64_t b = 0; b < batch && !deadline.passed(hidden); ++b) {
    for (int64_t j = 0; j < hidden; ++j) element(b, j);
  }
}

}  // namespace backedge::ops
