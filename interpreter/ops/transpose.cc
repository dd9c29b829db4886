#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// output[i(order[0]), ..., i(order[n-1])] = input[i(0), ..., i(n-1)]
///
/// inputs   a tensor of rank n; order: integers [n], each of 0..n-1 once, or [0]: the axes reversed
/// returns  the type of input 0
/// errors   OP-4; OP-5 length of order; OP-6 not a permutation
/// source   OpenVINO's Transpose-1
namespace backedge::ops {
namespace {

/// The axis of the input that becomes axis i of the output.
int64_t source_axis(const Tensor& order, int64_t i, int64_t rank) {
  return order.count() == 0 ? rank - 1 - i : integer_at(order, i);
}

Result<PartialShape> transposed(const PartialShape& data, const Tensor& order) {
  PartialShape shape = PartialShape::of_rank(0);
  PerAxis<bool> taken{};
  for (int64_t i = 0; i < data.rank(); ++i) {
    const int64_t axis = source_axis(order, i, data.rank());
    const bool fits = 0 <= axis && axis < data.rank() && !taken[axis];
    if (!fits) {
      return Error("OP-6", "value " + std::to_string(axis) + " at position " + std::to_string(i) +
                               " of the order, expected each of 0.." + std::to_string(data.rank() - 1) +
                               " once");
    }
    taken[axis] = true;
    shape.push_back(data[axis]);
  }
  return shape;
}

Result<void> infer_transpose(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_list(inputs, 1));
  const PartialShape& data = inputs[0].shape;
  const std::optional<int64_t> length = length_of(inputs[1]);
  if (data.rank_known() && length.value_or(0) != 0 && *length != data.rank()) {
    return Error("OP-5", "order has " + std::to_string(*length) + " axes")
        .note(shape_text(inputs, 0) + ", expected " + std::to_string(data.rank()) + " axes or none");
  }
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (data.rank_known()) {
    const Tensor* order = inputs[1].value;
    outputs[0].shape = order != nullptr ? TRY(transposed(data, *order)) : TRY(shape_of_rank(data.rank()));
  } else if (length.value_or(0) != 0) {
    outputs[0].shape = TRY(shape_of_rank(*length));
  }
  return {};
}

Result<void> transpose(const KernelCall& call) {
  const Tensor& input = call.input(0);
  const Shape& shape = call.output().shape();
  PerAxis<int64_t> order;
  for (int64_t i = 0; i < shape.rank(); ++i) order[i] = source_axis(call.input(1), i, shape.rank());
  const Layout from = Layout::row_major(input.shape()).permuted(std::span(order.values).first(shape.rank()));
  copy_elements(call.output(), Layout::row_major(shape), input, from, call.deadline);
  return {};
}

}  // namespace

Operation make_transpose() {
  return made(__func__,
              {.infer = infer_transpose, .kernel = transpose, .shaping_inputs = {1}, .error = Moves{}});
}

}  // namespace backedge::ops
