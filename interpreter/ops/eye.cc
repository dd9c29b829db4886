#include <algorithm>

#include "interpreter/elements/row_major.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"

/// output[..., i, j] = 1 if j - i == diagonal_index, otherwise 0
///
/// inputs   num_rows, num_columns: one integer of 0 or more each; diagonal_index: one integer; batch_shape: a
///          list of integers of 0 or more, empty if it is not given. All are i32, or all are i64.
/// returns  output_type, shape batch_shape + [num_rows, num_columns]
/// errors   OP-4; OP-5; OP-6 a negative number; LIMIT-3
/// source   OpenVINO's Eye-9
namespace backedge::ops {
namespace {

constexpr size_t kBatchShape = 3;

Result<void> check_operands(std::span<const Operand> inputs) {
  TRY(check_type(inputs, 0, Types::kI32OrI64));
  for (size_t k = 0; k < inputs.size(); ++k) {
    TRY(check_same_type(inputs, k));
    if (k == kBatchShape) {
      TRY(check_list(inputs, k));
      continue;
    }
    TRY(check_list_or_scalar(inputs, k));
    if (length_of(inputs[k]).value_or(1) != 1)
      return Error("OP-5", shape_text(inputs, k) + ", expected one element");
  }
  return {};
}

Result<void> infer_eye(ElementType output_type, std::span<const Operand> inputs,
                       std::span<Signature> outputs) {
  TRY(check_operands(inputs));
  outputs[0] = {output_type, PartialShape::any()};
  const Dimension rows = TRY(dimension_at(inputs, 0, 0)), columns = TRY(dimension_at(inputs, 1, 0));
  PartialShape shape = PartialShape::of_rank(0);
  if (inputs.size() > kBatchShape) {
    const std::optional<int64_t> length = length_of(inputs[kBatchShape]);
    if (!length) return {};
    for (int64_t i = 0; i < *length; ++i) TRY(append(shape, TRY(dimension_at(inputs, kBatchShape, i))));
  }
  TRY(append(shape, rows));
  TRY(append(shape, columns));
  outputs[0].shape = shape;
  return {};
}

Result<void> eye(const KernelCall& call) {
  Tensor& output = call.output();
  const Shape& shape = output.shape();
  if (output.count() == 0) return {};
  const int64_t rows = shape[shape.rank() - 2], columns = shape[shape.rank() - 1];
  const int64_t diagonal = integer_at(call.input(2), 0);
  const bool is_inside = -rows < diagonal && diagonal < columns;  // [OP-19]
  dispatch<Types::kNumeric>(output.type(), [&]<class T>(TypeTag<T>) {
    T* const to = output.writable<T>();
    const int64_t lines = output.count() / columns;  // of all matrices
    const RowMajor at(columns);
    call.deadline.in_blocks(lines, columns, [&](int64_t begin, int64_t end) {
      for (int64_t line = begin; line < end; ++line) {
        std::fill_n(to + at(line), columns, T{});
        if (!is_inside) continue;
        const int64_t column = line % rows + diagonal;
        if (0 <= column && column < columns) to[at(line, column)] = numbers::convert<T>(int64_t{1});
      }
    });
  });
  return {};
}

}  // namespace

Operation make_eye(ElementType output_type) {
  return made(__func__, output_type,
              {.infer = std::bind_front(infer_eye, output_type),
               .kernel = eye,
               .shaping_inputs = {0, 1, 3},
               .error = ReadsNoReals{}});
}

}  // namespace backedge::ops
