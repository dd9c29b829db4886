#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/value_operations.h"

namespace backedge::ops {
namespace {

struct Join : ConcatFromSequence {
  /// The shape of a tensor of the sequence as it is joined.
  template <class AnyShape, class Dim>
  Result<AnyShape> part(const AnyShape& item, Dim one) const {
    if (!new_axis) return item;
    TRY(check_rank(item.rank() + 1, "the joined tensor"));
    return with_axis(item, TRY(axis_of_attribute(axis, item.rank() + 1)), one);
  }
};

Result<void> infer_join(const Join& join, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_kind(inputs, 0, ValueKind::kSequence));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  PartialShape& shape = outputs[0].shape;
  if (!shape.rank_known()) return {};
  shape = TRY(join.part(shape, Dimension::exactly(1)));
  shape[TRY(axis_of_attribute(join.axis, shape.rank()))] = Dimension::any();
  return {};
}

Result<void> concat_from_sequence(const Join& join, const ValueCall& call) {
  const std::vector<Value>& items = call.input(0).items();
  if (items.empty()) return Error("OP-6", "an empty sequence cannot be joined");  // [OP-45]
  std::vector<Tensor> parts;
  std::vector<const Tensor*> inputs;
  std::vector<Operand> operands;
  for (const Value& item : items) {
    const Tensor& tensor = item.tensor();
    parts.push_back(call.pool.view(tensor, 0, TRY(join.part(tensor.shape(), int64_t{1}))));
    operands.push_back({.type = tensor.type(), .shape = parts.back().shape()});
  }
  for (const Tensor& part : parts) inputs.push_back(&part);
  const Operation concat = make_concat(join.axis);
  Signature joined;
  TRY(concat.infer(operands, std::span(&joined, 1)));
  Tensor output = TRY(call.pool.allocate(joined.type, joined.shape.shape()));
  TRY(concat.kernel({inputs, std::span(&output, 1), call.pool, call.deadline}));
  call.outputs[0] = std::move(output);
  return {};
}

}  // namespace

ValueOperation make_concat_from_sequence(const ConcatFromSequence& options) {
  const Join join{options};
  return made(__func__, options,
              {std::bind_front(infer_join, join), std::bind_front(concat_from_sequence, join)});
}

}  // namespace backedge::ops
