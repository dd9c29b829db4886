#include "interpreter/elements/lines.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/scatter_updates.h"

/// A copy of data in which output[tuple, q...] = reduction(itself, updates[i..., q...])
///
/// for each tuple along the last axis of indices, in row-major order. i is the place of the tuple, and q are
/// positions of the axes of data after the tuple's.
///
/// inputs   data of rank n >= 1; indices: i32 or i64, of rank >= 1, in tuples of k <= n; updates of the type
///          of data, of shape indices[:-1] + data[k:]. If that is a scalar, updates may be any one element.
/// returns  the type and shape of data
/// errors   OP-4; OP-5; OP-6 an index outside its axis; LIMIT-3
/// source   OpenVINO's ScatterNDUpdate-3, ScatterNDUpdate-15
namespace backedge::ops {
namespace {

/// The shape that updates must have, as far as it is known.
Result<PartialShape> shape_of_updates(const PartialShape& data, const PartialShape& indices) {
  if (!data.rank_known() || !indices.rank_known()) return PartialShape::any();
  const Dimension length = indices[indices.rank() - 1];
  if (length.min > data.rank()) {
    return Error("OP-5", "tuples of " + length.text() + " indices, data has shape " + data.text());
  }
  if (!length.known()) return PartialShape::any();
  PartialShape shape = PartialShape::of_rank(0);
  for (int64_t i = 0; i < indices.rank() - 1; ++i) TRY(append(shape, indices[i]));
  for (int64_t i = length.min; i < data.rank(); ++i) TRY(append(shape, data[i]));
  return shape;
}

Result<void> infer_scatter_nd(const ScatterNd& options, std::span<const Operand> inputs,
                              std::span<Signature> outputs) {
  TRY(check_scattered_types(inputs, options.reduction, options.booleans));
  TRY(check_type(inputs, 1, Types::kI32OrI64));
  for (size_t k = 0; k < 2; ++k) TRY(check_has_axis(inputs, k));
  const PartialShape expected = TRY(shape_of_updates(inputs[0].shape, inputs[1].shape));
  const PartialShape& updates = inputs[2].shape;
  const bool is_scalar = expected.rank_known() && expected.rank() == 0;
  if (is_scalar ? !updates.may_be_one_element() : !updates.meets(expected)) {
    return Error("OP-5", "updates have shape " + updates.text() + ", data " + inputs[0].shape.text() +
                             ", indices " + inputs[1].shape.text())
        .note("expected updates of shape " + expected.text());
  }
  outputs[0] = {inputs[0].type, inputs[0].shape};
  return {};
}

Result<void> scatter_nd(const ScatterNd& options, const KernelCall& call) {
  const Tensor &data = call.input(0), &indices = call.input(1);
  const Tensor positions = TRY(positions_of_tuples(indices, data.shape(), 0, options.negative, call));
  const int64_t length = indices.shape()[indices.shape().rank() - 1];
  return scatter_updates(options.reduction, true, positions, count_from(data.shape(), length), call);
}

}  // namespace

Operation make_scatter_nd_update(const ScatterNd& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_scatter_nd, options),
               .kernel = std::bind_front(scatter_nd, options),
               .error = error_of_scatter(options.reduction)});
}

}  // namespace backedge::ops
