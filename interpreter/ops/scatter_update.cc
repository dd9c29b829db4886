#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// A copy of data in which output[p..., indices[i...], q...] = updates[p..., i..., q...]
///
/// where p are the positions before `axis` and q those after it. If several indices are equal, the last one
/// in row-major order wins (OP-12).
///
/// inputs   data of rank n; indices: integers in 0..size-1; updates of the type of data, of shape data[:axis]
///          + indices + data[axis+1:]; axis: one integer in [-n, n)
/// returns  the type and shape of data
/// errors   OP-4; OP-5 the shape of updates; OP-6 an index or the axis outside its range
/// source   OpenVINO's ScatterUpdate-3
namespace backedge::ops {
namespace {

Error misshapen(std::span<const Operand> inputs) {
  return Error("OP-5", "updates have shape " + inputs[2].shape.text() + ", data " + inputs[0].shape.text() +
                           ", indices " + inputs[1].shape.text())
      .note("expected the shape of data, with the shape of indices in place of the axis");
}

/// Whether updates have the dimensions of data and indices, as far as they are known.
bool updates_fit(const PartialShape& data, const PartialShape& indices, const PartialShape& updates,
                 int64_t axis) {
  int64_t at = 0;
  for (int64_t i = 0; i < data.rank(); ++i) {
    if (i != axis) {
      if (!updates[at++].meets(data[i])) return false;
      continue;
    }
    for (int64_t k = 0; k < indices.rank(); ++k) {
      if (!updates[at++].meets(indices[k])) return false;
    }
  }
  return true;
}

Result<void> infer_scatter_update(std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  const PartialShape& indices = inputs[1].shape;
  const PartialShape& updates = inputs[2].shape;
  TRY(check_type(inputs, 1, Types::kInteger));
  TRY(check_same_type(inputs, 2));
  const std::optional<int64_t> axis = TRY(axis_in(inputs, 3));
  outputs[0] = {inputs[0].type, data};
  TRY(check_has_axis(inputs, 0));
  if (!data.rank_known() || !indices.rank_known() || !updates.rank_known()) return {};
  if (updates.rank() != data.rank() + indices.rank() - 1) return misshapen(inputs);
  if (!axis) return {};
  if (!updates_fit(data, indices, updates, *axis)) return misshapen(inputs);
  return {};
}

Result<void> scatter_update(const KernelCall& call) {
  const Tensor& data = call.input(0);
  const Tensor& indices = call.input(1);
  const Lines of_data = lines_along(data.shape(), axis_at(call, 3));
  const int64_t count = indices.count(), size = size_of(data.type()), block = of_data.inner * size;
  const Lines of_updates = of_data.of_length(count);
  TRY(copy_input(call));
  const std::byte* const from = call.input(2).bytes();
  std::byte* const to = call.output().writable_bytes();
  for (int64_t i = 0; i < count; ++i) {  // [OP-12]
    const int64_t index =
        TRY(position_of_index(integer_at(indices, i), of_data.along, NegativeIndex::kError));
    call.deadline.in_blocks(of_data.outer, of_data.inner, [&](int64_t begin, int64_t end) {
      for (int64_t outer = begin; outer < end; ++outer) {
        copy_block(to + of_data(outer, index, 0) * size, from + of_updates(outer, i, 0) * size, block);
      }
    });
    if (call.deadline.over()) return {};
  }
  return {};
}

}  // namespace

Operation make_scatter_update() {
  return made(
      __func__,
      {.infer = infer_scatter_update, .kernel = scatter_update, .shaping_inputs = {3}, .error = Moves{}});
}

}  // namespace backedge::ops
