#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/segments.h"

/// `data` with the positions of some axes from the last to the first.
///
/// inputs   data of rank n; axes: up to n integers in 0..n-1; or, by_mask, n booleans
/// returns  the type and shape of data
/// errors   OP-4; OP-5 another number of axes; OP-6 an axis outside its range
/// source   OpenVINO's Reverse-1
namespace backedge::ops {
namespace {

/// errors  OP-6
Result<PerAxis<bool>> named_axes(const Tensor& axes, int64_t rank, bool by_mask) {
  PerAxis<bool> named{};
  for (int64_t i = 0; i < axes.count(); ++i) {
    if (by_mask) {
      named[i] = axes.data<bool>()[i];
      continue;
    }
    const int64_t axis = integer_at(axes, i);
    if (axis < 0 || axis >= rank) {  // [OP-16]
      return Error("OP-6", "axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(rank));
    }
    named[axis] = true;  // [OP-16]
  }
  return named;
}

Result<void> check_axes(const Reverse& options, std::span<const Operand> inputs) {
  const PartialShape& data = inputs[0].shape;
  const PartialShape& axes = inputs[1].shape;
  if (axes.rank_known() && axes.rank() != 1)
    return Error("OP-5", shape_text(inputs, 1) + ", expected one dimension");
  if (!axes.rank_known() || !data.rank_known()) return {};
  if (options.by_mask ? axes[0].admits(data.rank()) : axes[0].min <= data.rank()) return {};
  return Error("OP-5", shape_text(inputs, 1) + ", data has rank " + std::to_string(data.rank()));
}

Result<void> infer_reverse(const Reverse& options, std::span<const Operand> inputs,
                           std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  TRY(check_type(inputs, 1, options.by_mask ? Types::kBoolean : Types::kInteger));
  TRY(check_axes(options, inputs));
  if (inputs[1].value != nullptr && data.rank_known())
    TRY(named_axes(*inputs[1].value, data.rank(), options.by_mask));
  outputs[0] = {inputs[0].type, data};
  return {};
}

Result<void> reverse(const Reverse& options, const KernelCall& call) {
  const Shape& shape = call.input(0).shape();
  const PerAxis<bool> named = TRY(named_axes(call.input(1), shape.rank(), options.by_mask));
  PerAxis<Segments> segments;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    const int64_t size = shape[axis];
    segments[axis] = {named[axis] ? Segment{size - 1, size, -1} : Segment{0, size, 1}};
  }
  copy_segments(call.output(), call.input(0), segments, call.deadline);
  return {};
}

}  // namespace

Operation make_reverse(const Reverse& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_reverse, options),
               .kernel = std::bind_front(reverse, options),
               .shaping_inputs = {1},
               .error = Moves{}});
}

}  // namespace backedge::ops
