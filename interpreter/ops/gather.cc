#include <algorithm>
#include <cstring>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/index_operands.h"
#include "interpreter/ops/movement.h"

/// output[p..., i..., q...] = data[p..., indices[p_0, ..., p_{b-1}, i...], q...]
///
/// where p are the positions before `axis`, q those after, b is batch_dims. It counts from the end of the
/// rank of indices where negative; version 1 has none: 0.
///
/// inputs   data of rank n; indices: integers; axis: one integer in [-n, n), b or more
/// returns  the type of data, shape data[:axis] + indices[b:] + data[axis+1:]
/// errors   OP-2; OP-4; OP-5 batch_dims, batches that differ; OP-6 axis; an index outside 0..size-1
///          in versions 1 and 7; LIMIT-3
/// source   Gather-1, Gather-7, Gather-8: there a negative index counts from the end, and one outside
///          -size..size-1 gives zeros
namespace backedge {
namespace {

using namespace movement;

constexpr int64_t kZeros = -1;  // the position of what is not there

int64_t rank_of(const PartialShape& shape) { return shape.rank_known() ? shape.rank() : -1; }

/// errors  OP-5 outside [-min(ranks), min(ranks)]
Result<int64_t> normalize_batch_dims(int64_t batch_dims, int64_t data_rank, int64_t indices_rank) {
  const int64_t most = std::min(data_rank, indices_rank);
  if (batch_dims >= -most && batch_dims <= most)
    return batch_dims < 0 ? batch_dims + indices_rank : batch_dims;
  return Error("OP-5", "batch_dims " + std::to_string(batch_dims) + ", data has rank " +
                           std::to_string(data_rank) + ", indices " + std::to_string(indices_rank));
}

/// errors  OP-6
Result<int64_t> position_of(int64_t index, int64_t size, bool lenient) {
  if (0 <= index && index < size) return index;  // [OP-6]
  if (lenient) return index < 0 && index >= -size ? index + size : kZeros;
  return Error("OP-6", "index " + std::to_string(index) + " at an axis of size " + std::to_string(size));
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

Result<void> infer_gather(int64_t batch_dims, std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  const PartialShape& indices = inputs[1].shape;
  TRY(check_integers(inputs, 1));
  const std::optional<int64_t> axis = TRY(axis_in(inputs, 2, rank_of(data)));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (data.rank_known() && data.rank() == 0) return Error("OP-5", "data is a scalar");
  if (!data.rank_known() || !indices.rank_known()) return {};
  const int64_t batches = TRY(normalize_batch_dims(batch_dims, data.rank(), indices.rank()));
  outputs[0].shape = TRY(shape_of_rank(data.rank() + indices.rank() - 1 - batches));
  if (!axis) return {};
  if (*axis < batches) {
    return Error("OP-6", "axis " + std::to_string(*axis) + " is below batch_dims " + std::to_string(batches));
  }
  outputs[0].shape = TRY(gathered_shape(data, indices, *axis, batches));
  return {};
}

/// Where on the axis each index points.
Result<Tensor> read_positions(const Tensor& indices, int64_t size, bool lenient, const KernelCall& call) {
  Tensor positions = TRY(call.pool.allocate(ElementType::kI64, indices.shape()));
  int64_t* const position = positions.writable<int64_t>();
  for (int64_t i = 0; i < indices.count(); ++i) {
    position[i] = TRY(position_of(integer_at(indices, i), size, lenient));
    if (call.deadline.passed(1)) break;
  }
  return positions;
}

Result<void> gather(int64_t batch_dims, bool lenient, const KernelCall& call) {
  const Tensor& data = call.input(0);
  const Shape& shape = data.shape();
  const int64_t axis = axis_at(call.input(2), shape.rank());
  const Tensor positions = TRY(read_positions(call.input(1), shape[axis], lenient, call));
  if (call.output().count() == 0 || call.deadline.over()) return {};
  const int64_t batches = TRY(normalize_batch_dims(batch_dims, shape.rank(), positions.shape().rank()));
  const AxisView view = view_along(shape, axis);
  int64_t batch_count = 1;
  for (int64_t i = 0; i < batches; ++i) batch_count *= shape[i];
  const int64_t outer_count = view.outer / batch_count, block = view.inner * size_of(data.type());
  const int64_t index_count = positions.count() / batch_count;
  const std::byte* from = data.bytes();
  std::byte* to = call.output().writable_bytes();
  for (int64_t batch = 0; batch < batch_count; ++batch) {
    const int64_t* const position = positions.data<int64_t>() + batch * index_count;
    for (int64_t outer = 0; outer < outer_count; ++outer, from += view.along * block) {
      call.deadline.in_blocks(index_count, view.inner, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i, to += block) {
          if (position[i] == kZeros) {
            std::memset(to, 0, static_cast<size_t>(block));
          } else {
            copy_block(to, from + position[i] * block, block);
          }
        }
      });
      if (call.deadline.over()) return {};
    }
  }
  return {};
}

}  // namespace

Result<Operation> make_gather(Attributes& attributes, int64_t version, int64_t) {
  const int64_t batch_dims = version < 7 ? 0 : TRY(attributes.integer("batch_dims", 0));
  const bool lenient = version >= 8;
  const auto infer = [=](std::span<const Operand> inputs, std::span<Signature> outputs) {
    return infer_gather(batch_dims, inputs, outputs);
  };
  return Operation{infer, [=](const KernelCall& call) { return gather(batch_dims, lenient, call); }, {2}};
}

}  // namespace backedge
