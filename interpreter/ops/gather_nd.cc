#include "interpreter/elements/lines.h"
#include "interpreter/ops/broadcasting.h"
#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"

/// output[p..., i..., q...] = data[p..., indices[p..., i...], q...]
///
/// where p are positions of the first batch_dims dimensions, and q those of the axes after the tuple's. A
/// tuple of k indices is along the last axis of indices.
///
/// inputs   data of rank n >= 1; indices: integers of rank >= 1; batch_dims is below both ranks, and
///          batch_dims + k is at most n. A batch dimension of 1 is repeated.
/// returns  the type of data, shape batches + indices[batch_dims:-1] + data[batch_dims+k:]; with
///          merges_batches the batches are one dimension
/// errors   OP-4; OP-5; OP-6 an index outside its axis; LIMIT-3; LIMIT-4
/// source   OpenVINO's GatherND-5, GatherND-8
namespace backedge::ops {
namespace {

PartialShape first_axes(const PartialShape& shape, int64_t count) {
  PartialShape first = PartialShape::of_rank(0);
  for (int64_t axis = 0; axis < count; ++axis) first.push_back(shape[axis]);
  return first;
}

Result<void> check_operand(const GatherNd& options, const PartialShape& shape, const char* name) {
  if (!shape.rank_known() || shape.rank() > options.batch_dims) return {};
  return Error("OP-5", std::string(name) + " of shape " + shape.text() + " and batch_dims " +
                           std::to_string(options.batch_dims) + "; expected a higher rank");
}

/// The batch dimensions of the output.
Result<PartialShape> infer_batches(const GatherNd& options, const PartialShape& data,
                                   const PartialShape& indices) {
  const PartialShape batches =  // [OP-14]
      TRY(broadcast_shapes({}, first_axes(data, options.batch_dims),
                           first_axes(indices, options.batch_dims)));
  if (!options.merges_batches || options.batch_dims == 0) return batches;
  const Dimension count[] = {TRY(count_of(batches))};
  return PartialShape::of(count);
}

Result<void> infer_gather_nd(const GatherNd& options, std::span<const Operand> inputs,
                             std::span<Signature> outputs) {
  const PartialShape &data = inputs[0].shape, &indices = inputs[1].shape;
  TRY(check_type(inputs, 1, Types::kInteger));
  TRY(check_operand(options, data, "data"));
  TRY(check_operand(options, indices, "indices"));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!data.rank_known() || !indices.rank_known()) return {};
  const Dimension length = indices[indices.rank() - 1];
  if (length.min > data.rank() - options.batch_dims) {
    return Error("OP-5", "tuples of " + length.text() + " indices, data has shape " + data.text() +
                             ", batch_dims is " + std::to_string(options.batch_dims));
  }
  PartialShape shape = TRY(infer_batches(options, data, indices));
  if (!length.known()) return {};
  for (int64_t i = options.batch_dims; i < indices.rank() - 1; ++i) TRY(append(shape, indices[i]));
  for (int64_t i = options.batch_dims + length.min; i < data.rank(); ++i) TRY(append(shape, data[i]));
  outputs[0].shape = shape;
  return {};
}

Result<void> gather_nd(const GatherNd& options, const KernelCall& call) {
  const Tensor &data = call.input(0), &indices = call.input(1);
  const int64_t batch_dims = options.batch_dims;
  const Tensor positions =
      TRY(positions_of_tuples(indices, data.shape(), batch_dims, options.negative, call));
  if (call.output().count() == 0 || call.deadline.over()) return {};
  // Where the batches of data and of positions begin.
  const Layout of_data = Layout::row_major(data.shape()).leading(batch_dims);
  const Layout of_positions = Layout::row_major(positions.shape()).leading(batch_dims);
  const Shape batches = TRY(broadcast_shapes({}, of_data.shape, of_positions.shape)).shape();
  const int64_t tuples = count_from(positions.shape(), batch_dims), size = size_of(data.type());
  const int64_t length = indices.shape()[indices.shape().rank() - 1];
  const int64_t block = count_from(data.shape(), batch_dims + length);
  std::byte* to = call.output().writable_bytes();
  const auto gather_batch = [&](int64_t, int64_t first, int64_t first_tuple) {
    const std::byte* const from = data.bytes() + first * size;
    const int64_t* const position = positions.data<int64_t>() + first_tuple;
    call.deadline.in_blocks(tuples, block, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i, to += block * size)
        copy_block(to, from + position[i] * size, block * size);
    });
  };
  const ElementIterator<3> iterator(Layout::row_major(batches), of_data.expanded(batches),
                                    of_positions.expanded(batches));
  iterator.for_each(call.deadline, gather_batch);
  return {};
}

}  // namespace

Operation make_gather_nd(const GatherNd& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_gather_nd, options),
               .kernel = std::bind_front(gather_nd, options),
               .error = Moves{}});
}

}  // namespace backedge::ops
