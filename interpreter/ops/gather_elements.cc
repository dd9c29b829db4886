#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"

/// output[p_0, ..., p_{n-1}] = data[p_0, ..., indices[p], ..., p_{n-1}], with the index at `axis`
///
/// inputs   data of rank n >= 1; indices: i32 or i64, with the dimensions of data except at the axis
/// returns  the type of data, the shape of indices
/// errors   OP-4; OP-5 the axis, another shape; OP-6 an index outside 0..size-1, or
///          outside -size..size-1 if negative ones count from the end
/// source   OpenVINO's GatherElements-6; ONNX's GatherElements
namespace backedge::ops {
namespace {

Result<void> infer_gather_elements(int64_t axis, std::span<const Operand> inputs,
                                   std::span<Signature> outputs) {
  PartialShape data = inputs[0].shape;
  const PartialShape& indices = inputs[1].shape;
  TRY(check_type(inputs, 1, Types::kI32OrI64));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (data.rank_known()) data[TRY(axis_of_attribute(axis, data.rank()))] = Dimension::any();
  if (indices.rank_known()) TRY(axis_of_attribute(axis, indices.rank()));
  if (!data.meets(indices)) {
    return Error("OP-5",
                 "data has shape " + inputs[0].shape.text() + ", indices have shape " + indices.text())
        .note("expected equal dimensions, except at axis " + std::to_string(axis));
  }
  outputs[0].shape = indices.narrowed_by(data);
  return {};
}

Result<void> gather_elements(int64_t written, NegativeIndex negative, const KernelCall& call) {
  const Tensor &data = call.input(0), &indices = call.input(1);
  const int64_t axis = TRY(axis_of_attribute(written, data.shape().rank()));
  const Tensor positions = TRY(positions_along(indices, data.shape(), axis, negative, call));
  if (call.deadline.over()) return {};  // some positions were not written
  const int64_t size = size_of(data.type());
  const int64_t* const position = positions.data<int64_t>();
  const std::byte* const from = data.bytes();
  std::byte* const to = call.output().writable_bytes();
  call.deadline.in_blocks(positions.count(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) copy_block(to + i * size, from + position[i] * size, size);
  });
  return {};
}

}  // namespace

Operation make_gather_elements(int64_t axis, NegativeIndex negative) {
  return made(__func__, GatherElements{axis, negative},
              {.infer = std::bind_front(infer_gather_elements, axis),
               .kernel = std::bind_front(gather_elements, axis, negative),
               .error = Moves{}});
}

}  // namespace backedge::ops
