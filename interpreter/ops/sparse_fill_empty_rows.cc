#include <algorithm>
#include <tuple>
#include <vector>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/sorting.h"
#include "interpreter/ops/sparse.h"

/// The elements of a sparse matrix in row-major order, with an element at column 0 of each row that has none.
/// Elements at one place keep their order.
///
/// inputs   values: numeric, shape [M]; dense_shape: i32 or i64, shape [2]; indices of this type, shape [M, 2];
///          default_value, a scalar of the type of values
/// outputs  indices, shape [M', 2]; values, shape [M']; whether each row was empty, shape [dense_shape[0]]
/// errors   OP-4; OP-5; OP-6 sizes below 0, indices outside of dense_shape; LIMIT-4
/// source   OpenVINO's SparseFillEmptyRows-16
namespace backedge::ops {
namespace {

enum Input : size_t { kValues, kDenseShape, kIndices, kDefault };

Result<void> check_operands(std::span<const Operand> inputs) {
  TRY(check_type(inputs, kValues, Types::kNumeric));
  TRY(check_same_type(inputs, kDefault, kValues));
  TRY(check_type(inputs, kDenseShape, Types::kI32OrI64));
  TRY(check_same_type(inputs, kIndices, kDenseShape));
  TRY(check_scalar(inputs, kDefault));
  const PartialShape& values = inputs[kValues].shape;
  const Dimension count = values.rank_known() && values.rank() == 1 ? values[0] : Dimension::any();
  const Dimension of_indices[] = {count, Dimension::exactly(2)};
  if (values.meets(PartialShape::of_rank(1)) && inputs[kDenseShape].shape.meets(Shape{2}) &&
      inputs[kIndices].shape.meets(PartialShape::of(of_indices)))
    return {};
  return Error("OP-5", "values, dense_shape and indices have shapes " + values.text() + ", " +
                           inputs[kDenseShape].shape.text() + " and " + inputs[kIndices].shape.text())
      .note("expected [M], [2] and [M,2]");
}

/// errors  OP-6 an index outside of dense_shape
Result<void> check_indices(const Tensor& indices, const Dimension (&sizes)[2]) {
  for (int64_t k = 0; k < indices.count(); ++k) {
    const int64_t index = integer_at(indices, k);
    const Dimension& size = sizes[k % 2];
    if (0 <= index && index < size.max) continue;  // [OP-54]
    return Error("OP-6", "indices[" + std::to_string(k / 2) + "," + std::to_string(k % 2) + "] is " +
                             std::to_string(index) + ", dense_shape has " + size.text());
  }
  return {};
}

int64_t count_rows(const Tensor& indices) {
  std::vector<int64_t> rows;
  for (int64_t k = 0; k < indices.count(); k += 2) rows.push_back(integer_at(indices, k));
  std::sort(rows.begin(), rows.end());
  return std::unique(rows.begin(), rows.end()) - rows.begin();
}

/// The number of elements of the output, as far as it is known.
Result<Dimension> count_elements(const Tensor* indices, Dimension rows) {
  if (indices == nullptr || !rows.known()) return Dimension::any();
  const int64_t empty = rows.min - count_rows(*indices);
  return sum_of(Dimension::exactly(indices->shape()[0]), Dimension::exactly(empty));
}

Result<void> infer(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_operands(inputs));
  const Tensor* const indices = inputs[kIndices].value;
  const Dimension rows = TRY(dimension_at(inputs, kDenseShape, 0));
  const Dimension columns = TRY(dimension_at(inputs, kDenseShape, 1));
  const Dimension sizes[] = {rows, columns};
  if (indices != nullptr) TRY(check_indices(*indices, sizes));
  const Dimension count = TRY(count_elements(indices, rows));
  const Dimension dims[] = {count, Dimension::exactly(2)};
  outputs[0] = {inputs[kIndices].type, PartialShape::of(dims)};
  outputs[1] = {inputs[kValues].type, PartialShape::of({dims, 1})};
  outputs[2] = {ElementType::kBoolean, PartialShape::of({sizes, 1})};
  return {};
}

/// Writes the outputs element by element.
template <class Index>
class Filler {
 public:
  explicit Filler(const KernelCall& call)
      : call_(call),
        size_(size_of(call.input(kValues).type())),
        indices_(call.output(0).writable<Index>()),
        values_(call.output(1).writable_bytes()) {}

  /// Adds element k of the input.
  void add(int64_t k) {
    const Index* const index = call_.input(kIndices).data<Index>() + place_(k);
    add(index[0], index[1], call_.input(kValues).bytes() + k * size_);
  }
  void add_default(int64_t row) { add(static_cast<Index>(row), 0, call_.input(kDefault).bytes()); }

 private:
  void add(Index row, Index column, const std::byte* value) {
    indices_[place_(count_)] = row;
    indices_[place_(count_, int64_t{1})] = column;
    copy_block(values_ + count_ * size_, value, size_);
    ++count_;
  }

  const KernelCall& call_;
  const int64_t size_;
  const RowMajor<2> place_{int64_t{2}};
  Index* const indices_;
  std::byte* const values_;
  int64_t count_ = 0;
};

template <class Index>
Result<void> fill(const KernelCall& call) {
  const Index* const index = call.input(kIndices).data<Index>();
  const int64_t count = call.input(kValues).count();
  Tensor order = TRY(call.pool.allocate(ElementType::kI64, {count}));
  const std::span sorted(order.writable<int64_t>(), static_cast<size_t>(count));
  const RowMajor<2> place(int64_t{2});
  const auto precedes = [&](int64_t a, int64_t b) {  // [OP-54]
    const Index *x = index + place(a), *y = index + place(b);
    return std::tuple(x[0], x[1], a) < std::tuple(y[0], y[1], b);
  };
  sort_positions(sorted, precedes, call.deadline, 1);
  if (call.deadline.over()) return {};
  Filler<Index> filler(call);
  bool* const was_empty = call.output(2).writable<bool>();
  auto next = sorted.begin();
  for (int64_t row = 0; row < call.output(2).count() && !call.deadline.passed(4); ++row) {
    was_empty[row] = next == sorted.end() || index[place(*next)] != row;
    if (was_empty[row]) filler.add_default(row);
    for (; next != sorted.end() && index[place(*next)] == row && !call.deadline.passed(3); ++next)
      filler.add(*next);
  }
  return {};
}

Result<void> sparse_fill_empty_rows(const KernelCall& call) {
  return dispatch<Types::kI32OrI64>(call.input(kIndices).type(),
                                    [&]<class Index>(TypeTag<Index>) { return fill<Index>(call); });
}

}  // namespace

Operation make_sparse_fill_empty_rows() {
  return made(__func__, {.infer = infer,
                         .kernel = sparse_fill_empty_rows,
                         .shaping_inputs = {kDenseShape, kIndices},
                         .error = Moves{}});
}

}  // namespace backedge::ops
