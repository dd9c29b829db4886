#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// `data` repeated repeats[i] times along axis i.
///
/// inputs   data; repeats: integers of rank 1, 0 or more. If repeats and the shape of data have different
///          lengths, 1s are put before the shorter one
/// returns  the type of data
/// errors   OP-4; OP-5; OP-6 a negative number; LIMIT-3; LIMIT-4
/// source   OpenVINO's Tile-1
namespace backedge::ops {
namespace {

Result<void> infer_tile(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_list(inputs, 1));
  const PartialShape& data = inputs[0].shape;
  const Tensor* repeats = inputs[1].value;
  const std::optional<int64_t> length = length_of(inputs[1]);
  for (int64_t i = 0; repeats != nullptr && i < *length; ++i) {
    const int64_t times = integer_at(*repeats, i);
    if (times < 0) return Error("OP-6", "repeats has " + std::to_string(times) + ", expected 0 or more");
  }
  outputs[0] = {inputs[0].type, PartialShape::any()};
  PartialShape& shape = outputs[0].shape;
  if (length) TRY(shape_of_rank(*length));
  if (!length || !data.rank_known()) return {};
  shape = PartialShape::of_rank(std::max(*length, data.rank()));
  for (int64_t from_end = 1; from_end <= shape.rank(); ++from_end) {
    Dimension dim = from_end <= data.rank() ? data[data.rank() - from_end] : Dimension::exactly(1);
    if (from_end <= *length) {
      const Dimension times = repeats == nullptr
                                  ? Dimension::any()
                                  : Dimension::exactly(integer_at(*repeats, *length - from_end));
      dim = TRY(product_of(dim, times));
    }
    shape[shape.rank() - from_end] = dim;
  }
  return {};
}

/// Copies `data` to the corner of the output. Then it repeats the contents along each axis, from the last
/// to the first.
Result<void> tile(const KernelCall& call) {
  Tensor& output = call.output();
  const Shape& shape = output.shape();
  if (output.count() == 0) return {};
  Shape corner;
  const int64_t lead = shape.rank() - call.input(0).shape().rank();
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    corner.push_back(axis < lead ? 1 : call.input(0).shape()[axis - lead]);
  }
  const Layout filled = Layout::row_major(shape).corner(corner);
  copy_elements(output, filled, call.input(0), Layout::row_major(corner), call.deadline);
  const int64_t size = size_of(output.type());
  std::byte* const start = output.writable_bytes();
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    const int64_t block = corner[axis] * filled.strides[axis] * size;
    const int64_t times = shape[axis] / corner[axis];
    ElementIterator<1>(filled.leading(axis)).for_each(call.deadline, [&](int64_t offset) {
      std::byte* const first = start + offset * size;
      call.deadline.in_blocks(times - 1, block / size, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin + 1; i <= end; ++i) copy_block(first + i * block, first, block);
      });
    });
  }
  return {};
}

}  // namespace

Operation make_tile() {
  return made(__func__, {.infer = infer_tile, .kernel = tile, .shaping_inputs = {1}, .error = Moves{}});
}

}  // namespace backedge::ops
