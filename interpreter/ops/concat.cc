#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// The inputs joined along `axis`, which counts from the end if negative.
///
/// inputs   tensors of one type and one rank above 0, with the same dimensions except along the axis
/// returns  the same type
/// errors   OP-4, OP-5, LIMIT-4
/// source   OpenVINO's Concat-1
namespace backedge::ops {
namespace {

/// The common dimensions of the inputs, as far as they are known.
Result<PartialShape> common_shape(std::span<const Operand> inputs, int64_t axis) {
  PartialShape common;
  for (size_t k = 0; k < inputs.size(); ++k) {
    PartialShape shape = inputs[k].shape;
    if (!shape.rank_known()) continue;
    const std::optional<int64_t> along = normalize_axis(axis, shape.rank());
    if (!along) {
      return Error("OP-5",
                   "axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(shape.rank()))
          .note(shape_text(inputs, k));
    }
    shape[*along] = Dimension::any();
    if (!common.meets(shape)) {
      return Error("OP-5", shape_text(inputs, k) + ", the inputs before have " + common.text())
          .note("expected equal shapes except along axis " + std::to_string(axis));
    }
    common = common.narrowed_by(shape);
  }
  return common;
}

Result<void> infer_concat(int64_t axis, std::span<const Operand> inputs, std::span<Signature> outputs) {
  for (size_t k = 1; k < inputs.size(); ++k) TRY(check_same_type(inputs, k));
  PartialShape shape = TRY(common_shape(inputs, axis));
  if (shape.rank_known()) {
    const int64_t along = *normalize_axis(axis, shape.rank());
    Dimension sum = Dimension::exactly(0);
    for (const Operand& input : inputs) {
      sum = TRY(sum_of(sum, input.shape.rank_known() ? input.shape[along] : Dimension::any()));
    }
    shape[along] = sum;
  }
  outputs[0] = {inputs[0].type, shape};
  return {};
}

Result<void> concat(int64_t axis, const KernelCall& call) {
  Tensor& output = call.output();
  const Layout joined = Layout::row_major(output.shape());
  const int64_t along = *normalize_axis(axis, output.shape().rank());
  int64_t position = 0;
  for (const Tensor* input : call.inputs) {
    const Shape& shape = input->shape();
    copy_elements(output, joined.sliced(along, position, shape[along]), *input, Layout::row_major(shape),
                  call.deadline);
    position += shape[along];
  }
  return {};
}

}  // namespace

Operation make_concat(int64_t axis) {
  return made(__func__, axis,
              {.infer = std::bind_front(infer_concat, axis),
               .kernel = std::bind_front(concat, axis),
               .error = Moves{}});
}

}  // namespace backedge::ops
