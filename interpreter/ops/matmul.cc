#include "interpreter/ops/matmul.h"

#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/broadcasting.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/matrix_product.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge::ops {
namespace {

/// Leading axes, rows and columns of an operand, after the transposition that the options ask for.
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

Result<PartialShape> infer_shape(const MatMul& options, const PartialShape& a, const PartialShape& b) {
  const auto misfit = [&, transpose_a = options.transpose_a, transpose_b = options.transpose_b] {
    return Error("OP-5", "matrices of shapes " + a.text() + " and " + b.text() + " cannot be multiplied")
        .note(std::string("transpose_a ") + (transpose_a ? "true" : "false") + ", transpose_b " +
              (transpose_b ? "true" : "false"));
  };
  for (const PartialShape* shape : {&a, &b}) {
    if (shape->rank_known() && shape->rank() == 0) return misfit();
  }
  if (!a.rank_known() || !b.rank_known()) return PartialShape::any();
  const Factor left = factor_of(a, options.transpose_a, true),
               right = factor_of(b, options.transpose_b, false);
  if (!left.columns.meets(right.rows)) return misfit();

  PartialShape shape = TRY(broadcast_shapes({}, left.batch, right.batch));
  if (a.rank() > 1) shape.push_back(left.rows);
  if (b.rank() > 1) shape.push_back(right.columns);
  return shape;
}

/// The matrices of a tensor: the first one, and where each of them begins.
template <class T>
struct Matrices {
  MatrixView<T> first;
  Layout begins;
};

template <class T>
Matrices<T> matrices_of(const Tensor& tensor, bool transpose, bool left) {
  const Shape& shape = tensor.shape();
  if (shape.rank() == 1) {
    const auto row = MatrixView<T>::of_rows(tensor.data<T>(), 1, shape[0]);
    return {left ? row : row.transposed(), Layout::row_major({})};
  }
  const auto matrix =
      MatrixView<T>::of_rows(tensor.data<T>(), shape[shape.rank() - 2], shape[shape.rank() - 1]);
  return {transpose ? matrix.transposed() : matrix, Layout::row_major(shape).leading(shape.rank() - 2)};
}

template <class T>
void multiply(const Matrices<T>& a, const Matrices<T>& b, const Layout& products, Deadline& deadline,
              T* out) {
  const ElementIterator<3> places(products, a.begins.expanded(products.shape),
                                  b.begins.expanded(products.shape));
  places.for_each(deadline, [&](int64_t out_place, int64_t a_place, int64_t b_place) {
    MatrixView<T> left = a.first, right = b.first;
    left.data += a_place;
    right.data += b_place;
    multiply_matrices(left, right, deadline, out + out_place);
  });
}

Result<void> infer_matmul(const MatMul& options, std::span<const Operand> inputs,
                          std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kNumeric));
  const PartialShape shape = TRY(infer_shape(options, inputs[0].shape, inputs[1].shape));
  outputs[0] = {inputs[0].type, shape};
  return {};
}

Result<void> matmul(const MatMul& options, const KernelCall& call) {
  const Tensor &a = call.input(0), &b = call.input(1);
  const Shape& shape = call.output().shape();
  const Layout products =
      Layout::row_major(shape).leading(shape.rank() - (a.shape().rank() > 1) - (b.shape().rank() > 1));
  dispatch<Types::kNumeric>(a.type(), [&]<class T>(TypeTag<T>) {
    multiply(matrices_of<T>(a, options.transpose_a, true), matrices_of<T>(b, options.transpose_b, false),
             products, call.deadline, call.output().writable<T>());
  });
  return {};
}

}  // namespace

Operation make_matmul(const MatMul& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_matmul, options),
               .kernel = std::bind_front(matmul, options),
               .error = kSumOfProducts});
}

}  // namespace backedge::ops
