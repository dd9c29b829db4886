#include "interpreter/ops/matmul.h"

#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/broadcast.h"
#include "interpreter/ops/matrix_product.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge {
namespace {

/// Leading axes, rows and columns of an operand, transposed as the attribute says.
struct Factor {
  PartialShape batch = PartialShape::of_rank(0);
  Dimension rows = Dimension::exactly(1), columns = Dimension::exactly(1);
};

Factor factor_of(const PartialShape& shape, bool transpose, bool left) {
  Factor factor;
  if (shape.rank() == 1) {
    (left ? factor.columns : factor.rows) = shape[0];
    return factor;
  }
  for (int64_t axis = 0; axis < shape.rank() - 2; ++axis) factor.batch.push_back(shape[axis]);
  factor.rows = shape[shape.rank() - 2];
  factor.columns = shape[shape.rank() - 1];
  if (transpose) std::swap(factor.rows, factor.columns);
  return factor;
}

Result<PartialShape> infer_shape(const PartialShape& a, const PartialShape& b, bool transpose_a,
                                 bool transpose_b) {
  const auto misfit = [&] {
    return Error("OP-5", "matrices of shapes " + a.text() + " and " + b.text() + " do not multiply")
        .note(std::string("transpose_a ") + (transpose_a ? "true" : "false") + ", transpose_b " +
              (transpose_b ? "true" : "false"));
  };
  for (const PartialShape* shape : {&a, &b}) {
    if (shape->rank_known() && shape->rank() == 0) return misfit();
  }
  if (!a.rank_known() || !b.rank_known()) return PartialShape::any();
  const Factor left = factor_of(a, transpose_a, true), right = factor_of(b, transpose_b, false);
  if (!left.columns.meets(right.rows)) return misfit();

  PartialShape shape = TRY(broadcast_shapes({}, left.batch, right.batch));
  if (a.rank() > 1) shape.push_back(left.rows);
  if (b.rank() > 1) shape.push_back(right.columns);
  return shape;
}

/// The matrices of a tensor: the first of them, and the shape they are arranged in.
template <class T>
struct Matrices {
  MatrixView<T> first;
  Shape batch;
};

template <class T>
Matrices<T> matrices_of(const Tensor& tensor, bool transpose, bool left) {
  const Shape& shape = tensor.shape();
  if (shape.rank() == 1) {
    const MatrixView<T> row = {tensor.data<T>(), 1, shape[0], shape[0], 1};
    return {left ? row : row.transposed(), {}};
  }
  const int64_t rows = shape[shape.rank() - 2], columns = shape[shape.rank() - 1];
  const MatrixView<T> matrix = {tensor.data<T>(), rows, columns, columns, 1};
  const auto leading = static_cast<size_t>(shape.rank() - 2);
  return {transpose ? matrix.transposed() : matrix, Shape(std::span(shape.begin(), leading))};
}

template <class T>
void multiply(const Matrices<T>& a, const Matrices<T>& b, const Shape& batch, Deadline& deadline, T* out) {
  const ElementIterator<3> places(
      batch, {strides_of(batch), broadcast_strides(a.batch, batch), broadcast_strides(b.batch, batch)});
  const int64_t a_count = a.first.rows * a.first.columns, b_count = b.first.rows * b.first.columns;
  places.for_each(deadline, [&](int64_t out_place, int64_t a_place, int64_t b_place) {
    MatrixView<T> left = a.first, right = b.first;
    left.data += a_place * a_count;
    right.data += b_place * b_count;
    multiply_matrices(left, right, deadline, out + out_place * left.rows * right.columns);
  });
}

/// The leading axes of the output: those that no matrix takes.
Shape batch_of(const Shape& output, const Shape& a, const Shape& b) {
  const int64_t taken = (a.rank() > 1 ? 1 : 0) + (b.rank() > 1 ? 1 : 0);
  return Shape(std::span(output.begin(), static_cast<size_t>(output.rank() - taken)));
}

}  // namespace

Result<Operation> make_matmul(Attributes& attributes, int64_t, int64_t) {
  const bool transpose_a = TRY(attributes.boolean("transpose_a", false));
  const bool transpose_b = TRY(attributes.boolean("transpose_b", false));
  const Infer infer = [=](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, is_numeric, "an integer or real type"));
    TRY(check_same_type(inputs, 1));
    outputs[0] = {inputs[0].type,
                  TRY(infer_shape(inputs[0].shape, inputs[1].shape, transpose_a, transpose_b))};
    return {};
  };
  const Kernel kernel = [=](const KernelCall& call) -> Result<void> {
    const Tensor &a = call.input(0), &b = call.input(1);
    dispatch(a.type(), [&]<class T>(TypeTag<T>) {
      if constexpr (!std::is_same_v<T, bool>) {
        multiply(matrices_of<T>(a, transpose_a, true), matrices_of<T>(b, transpose_b, false),
                 batch_of(call.output().shape(), a.shape(), b.shape()), call.deadline,
                 call.output().writable<T>());
      }
    });
    return {};
  };
  return Operation{infer, kernel, {}};
}

}  // namespace backedge
