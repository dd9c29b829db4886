#include "interpreter/ops/map_elements.h"

namespace backedge::ops {

Infer infer_unary(Types types) {
  return [types](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, types));
    outputs[0] = {inputs[0].type, inputs[0].shape};
    return {};
  };
}

Infer infer_predicate(Types types) {
  return [types](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, types));
    outputs[0] = {ElementType::kBoolean, inputs[0].shape};
    return {};
  };
}

Infer infer_binary(Types types, const Broadcasting& broadcasting, bool compares) {
  return [types, broadcasting, compares](std::span<const Operand> inputs,
                                         std::span<Signature> outputs) -> Result<void> {
    TRY(check_types(inputs, types));
    const PartialShape shape = TRY(broadcast_shapes(broadcasting, inputs[0].shape, inputs[1].shape));
    outputs[0] = {compares ? ElementType::kBoolean : inputs[0].type, shape};
    return {};
  };
}

void for_each_row(const KernelCall& call, const Broadcasting& broadcasting, const RowFunction& row) {
  const Tensor &a = call.input(0), &b = call.input(1);
  const Shape& shape = call.output().shape();
  const int64_t n = call.output().count();
  // An operand with as many elements as the output has them in the same order.
  if ((a.count() == n || a.count() == 1) && (b.count() == n || b.count() == 1)) {
    const int64_t step_a = a.count() == n, step_b = b.count() == n;
    return call.deadline.in_blocks(n, [&](int64_t begin, int64_t end) {
      row({begin, begin * step_a, step_a, begin * step_b, step_b, end - begin});
    });
  }
  const ElementIterator<3> iterator(Layout::row_major(shape), first_repeated(a.shape(), shape),
                                    second_repeated(broadcasting, b.shape(), shape));
  iterator.for_each_row(call.deadline, [&](const auto& offsets, const auto& steps, int64_t length) {
    row({offsets[0], offsets[1], steps[1], offsets[2], steps[2], length});
  });
}

}  // namespace backedge::ops
