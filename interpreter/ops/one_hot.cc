#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"

/// output[p..., i, q...] = indices[p..., q...] == i ? on_value : off_value, with i at `axis`
///
/// An index outside of [0, depth) marks nothing. With from_end, one in [-depth, 0) counts from the end. (OP-17)
///
/// inputs   indices, i32 or i64; depth, a scalar of i32 or i64 above 0; on_value, off_value: scalars of one
///          type
/// returns  the type of on_value, the shape of indices with a new axis of `depth` elements
/// errors   OP-4; OP-5; OP-6 depth; LIMIT-3
/// source   OpenVINO's OneHot-1, OneHot-16
namespace backedge::ops {
namespace {

Result<void> check_operands(std::span<const Operand> inputs) {
  TRY(check_type(inputs, 0, Types::kI32OrI64));
  TRY(check_type(inputs, 1, Types::kI32OrI64));  // [OP-4]
  TRY(check_same_type(inputs, 3, 2));
  for (size_t k = 1; k < inputs.size(); ++k) TRY(check_scalar(inputs, k));
  return {};
}

Result<void> infer_one_hot(const OneHot& options, std::span<const Operand> inputs,
                           std::span<Signature> outputs) {
  TRY(check_operands(inputs));
  const PartialShape& indices = inputs[0].shape;
  Dimension depth = Dimension::any();
  if (inputs[1].value != nullptr) {
    depth = Dimension::exactly(integer_at(*inputs[1].value, 0));
    if (depth.min < 1) return Error("OP-6", "depth is " + std::to_string(depth.min) + ", expected 1 or more");
  }
  outputs[0] = {inputs[2].type, PartialShape::any()};
  if (!indices.rank_known()) return {};
  TRY(shape_of_rank(indices.rank() + 1));
  outputs[0].shape = with_axis(indices, TRY(axis_of_attribute(options.axis, indices.rank() + 1)), depth);
  return {};
}

Result<void> one_hot(const OneHot& options, const KernelCall& call) {
  const Tensor &indices = call.input(0), &on = call.input(2), &off = call.input(3);
  Tensor& output = call.output();
  if (output.count() == 0) return {};
  const Layout all = Layout::row_major(output.shape());
  copy_elements(output, all, off, Layout::row_major({}).expanded(output.shape()), call.deadline);
  const Lines lines =
      lines_along(output.shape(), TRY(axis_of_attribute(options.axis, output.shape().rank())));
  const int64_t size = size_of(output.type());
  std::byte* const to = output.writable_bytes();
  call.deadline.in_blocks(indices.count(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t index = integer_at(indices, i);
      if (options.from_end && index < 0) index += lines.along;  // [OP-17]
      if (index < 0 || index >= lines.along) continue;          // [OP-17]
      copy_block(to + lines(i / lines.inner, index, i % lines.inner) * size, on.bytes(), size);
    }
  });
  return {};
}

}  // namespace

Operation make_one_hot(const OneHot& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_one_hot, options),
               .kernel = std::bind_front(one_hot, options),
               .shaping_inputs = {1},
               .error = Moves{}});
}

}  // namespace backedge::ops
