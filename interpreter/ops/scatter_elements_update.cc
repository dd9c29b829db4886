#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/scatter_updates.h"

/// A copy of data in which, for each place p of indices in row-major order,
/// output[p_0, ..., indices[p], ..., p_{n-1}] = reduction(itself, updates[p]), with the index at `axis`.
///
/// inputs   data of rank n; indices: integers of rank n, not longer than data except along the axis;
///          updates: the type of data, the shape of indices; axis: one integer in [-n, n)
/// returns  the type and shape of data
/// errors   OP-4; OP-5 shapes; OP-6 the axis or an index outside its range
/// source   OpenVINO's ScatterElementsUpdate-3, ScatterElementsUpdate-12
namespace backedge::ops {
namespace {

Error misshapen(std::span<const Operand> inputs) {
  return Error("OP-5", "data has shape " + inputs[0].shape.text() + ", indices " + inputs[1].shape.text() +
                           ", updates " + inputs[2].shape.text());
}

Result<void> check_shapes(const ScatterElements& options, std::span<const Operand> inputs,
                          const std::optional<int64_t>& axis) {
  const PartialShape& data = inputs[0].shape;
  TRY(check_has_axis(inputs, 0));
  for (size_t k = 1; k <= 2; ++k) {
    const PartialShape& shape = inputs[k].shape;
    if (!data.rank_known() || !shape.rank_known()) continue;
    if (shape.rank() != data.rank()) return misshapen(inputs).note("expected one rank");
    for (int64_t i = 0; i < data.rank(); ++i) {
      const bool may_be_longer = options.longer_axis && (!axis || i == *axis);
      if (!may_be_longer && shape[i].min > data[i].max)
        return misshapen(inputs).note("axis " + std::to_string(i) + " is longer than that of data");
    }
  }
  if (inputs[1].shape.meets(inputs[2].shape)) return {};
  return misshapen(inputs).note("expected indices and updates of one shape");
}

Result<void> infer_scatter(const ScatterElements& options, std::span<const Operand> inputs,
                           std::span<Signature> outputs) {
  TRY(check_scattered_types(inputs, options.reduction, options.booleans));
  TRY(check_type(inputs, 1, Types::kInteger));
  const std::optional<int64_t> axis = TRY(axis_in(inputs, 3));
  TRY(check_shapes(options, inputs, axis));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  return {};
}

Result<void> scatter(const ScatterElements& options, const KernelCall& call) {
  const Tensor positions =
      TRY(positions_along(call.input(1), call.input(0).shape(), axis_at(call, 3), options.negative, call));
  return scatter_updates(options.reduction, options.begins_with_data, positions, 1, call);
}

}  // namespace

Operation make_scatter_elements_update(const ScatterElements& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_scatter, options),
               .kernel = std::bind_front(scatter, options),
               .shaping_inputs = {3},
               .error = options.reduction == Reduction::kMean ? ErrorClass(options)
                                                              : error_of_scatter(options.reduction)});
}

}  // namespace backedge::ops
