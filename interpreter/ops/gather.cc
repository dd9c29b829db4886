#include <algorithm>

#include "interpreter/elements/lines.h"
#include "interpreter/elements/row_major.h"
#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// output[p..., i..., q...] = data[p..., indices[p_0, ..., p_{b-1}, i...], q...]
///
/// where p are the positions before `axis`, q those after it, and b is batch_dims.
///
/// inputs   data of rank n; indices: integers; axis: one integer in [-n, n), at least b
/// returns  the type of data, shape data[:axis] + indices[b:] + data[axis+1:]
/// errors   OP-4; OP-5 batch_dims, unequal batch dimensions; OP-6 axis, an index outside 0..size-1;
///          LIMIT-3. With kFromEndOrError a negative index counts from the end. With kFromEndOrZeros it does
///          too, and no index is an error: one outside -size..size-1 gives zeros
/// source   OpenVINO's Gather-1, Gather-7, Gather-8; ONNX's Gather
namespace backedge::ops {
namespace {

constexpr int64_t kZeros = -1;  // the position of an index that gives zeros

/// errors  OP-5 outside [-min(ranks), min(ranks)]
Result<int64_t> normalize_batch_dims(int64_t batch_dims, int64_t data_rank, int64_t indices_rank) {
  const int64_t most = std::min(data_rank, indices_rank);
  if (batch_dims >= -most && batch_dims <= most)
    return batch_dims < 0 ? batch_dims + indices_rank : batch_dims;
  return Error("OP-5", "batch_dims " + std::to_string(batch_dims) + ", data has rank " +
                           std::to_string(data_rank) + ", indices " + std::to_string(indices_rank));
}

/// errors  OP-6
Result<int64_t> position_of(int64_t index, int64_t size, Gather::OutOfRange out_of_range) {
  if (out_of_range == Gather::OutOfRange::kError)
    return position_of_index(index, size, NegativeIndex::kError);
  if (out_of_range == Gather::OutOfRange::kFromEndOrError)
    return position_of_index(index, size, NegativeIndex::kFromEnd);
  if (index >= size || index < -size) return kZeros;  // [OP-6]
  return index < 0 ? index + size : index;
}

/// The axes of data and indices in the order of the output.
Result<PartialShape> gathered_shape(const PartialShape& data, const PartialShape& indices, int64_t axis,
                                    int64_t batch_dims) {
  PartialShape shape = PartialShape::of_rank(0);
  for (int64_t i = 0; i < axis; ++i) {
    if (i < batch_dims && !data[i].meets(indices[i])) {
      return Error("OP-5", "data of shape " + data.text() + " and indices of shape " + indices.text() +
                               " differ in batch dimension " + std::to_string(i));
    }
    shape.push_back(i < batch_dims && indices[i].known() ? indices[i] : data[i]);
  }
  for (int64_t i = batch_dims; i < indices.rank(); ++i) TRY(append(shape, indices[i]));
  for (int64_t i = axis + 1; i < data.rank(); ++i) TRY(append(shape, data[i]));
  return shape;
}

Result<void> infer_gather(const Gather& options, std::span<const Operand> inputs,
                          std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  const PartialShape& indices = inputs[1].shape;
  TRY(check_type(inputs, 1, Types::kInteger));
  const std::optional<int64_t> axis = TRY(axis_in(inputs, 2));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  TRY(check_has_axis(inputs, 0));
  if (!data.rank_known() || !indices.rank_known()) return {};
  const int64_t batches = TRY(normalize_batch_dims(options.batch_dims, data.rank(), indices.rank()));
  outputs[0].shape = TRY(shape_of_rank(data.rank() + indices.rank() - 1 - batches));
  if (!axis) return {};
  if (*axis < batches) {
    return Error("OP-6", "axis " + std::to_string(*axis) + " is below batch_dims " + std::to_string(batches));
  }
  outputs[0].shape = TRY(gathered_shape(data, indices, *axis, batches));
  return {};
}

/// The position on the axis for each index.
Result<Tensor> read_positions(const Tensor& indices, int64_t size, Gather::OutOfRange out_of_range,
                              const KernelCall& call) {
  Tensor positions = TRY(call.pool.allocate(ElementType::kI64, indices.shape()));
  int64_t* const position = positions.writable<int64_t>();
  for (int64_t i = 0; i < indices.count(); ++i) {
    position[i] = TRY(position_of(integer_at(indices, i), size, out_of_range));
    if (call.deadline.passed(1)) break;
  }
  return positions;
}

Result<void> gather(const Gather& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  const Shape& shape = data.shape();
  const int64_t axis = axis_at(call, 2);
  const Tensor positions = TRY(read_positions(call.input(1), shape[axis], options.out_of_range, call));
  if (call.output().count() == 0 || call.deadline.over()) return {};
  const int64_t batches =
      TRY(normalize_batch_dims(options.batch_dims, shape.rank(), positions.shape().rank()));
  const Lines lines = lines_along(shape, axis);
  const int64_t batch_count = leading(shape, batches).count();
  const int64_t outer_count = lines.outer / batch_count, index_count = positions.count() / batch_count;
  const int64_t size = size_of(data.type()), block = lines.inner * size;
  const RowMajor place(index_count);
  std::byte* to = call.output().writable_bytes();
  for (int64_t outer = 0; outer < lines.outer && !call.deadline.over(); ++outer) {
    const int64_t* const position = positions.data<int64_t>() + place(outer / outer_count);
    const std::byte* const from = data.bytes() + lines(outer, 0, 0) * size;
    call.deadline.in_blocks(index_count, lines.inner, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i, to += block) {
        if (position[i] == kZeros) {
          std::fill_n(to, block, std::byte{0});
        } else {
          copy_block(to, from + position[i] * block, block);
        }
      }
    });
  }
  return {};
}

}  // namespace

Operation make_gather(const Gather& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_gather, options),
               .kernel = std::bind_front(gather, options),
               .shaping_inputs = {2},
               .error = Moves{}});
}

}  // namespace backedge::ops
