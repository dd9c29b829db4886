#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// `data` broadcast to a target shape.
///
/// numpy          aligned at the last dimension; a dimension of data is the target's, or 1
/// bidirectional  the same, and a dimension of the target may be 1 as well
/// explicit       dimension i of data is dimension axes_mapping[i] of the target, or 1
///
/// inputs   data; target_shape: integers of rank 1; axes_mapping: integers [rank of data], ascending
/// returns  the type of data
/// errors   OP-3 axes_mapping is missing or must not be given; OP-4; OP-5 data does not fit; OP-6 a
///          negative dimension, an axis outside the target or out of order; LIMIT-3
/// source   OpenVINO's Broadcast-1, Broadcast-3
namespace backedge::ops {
namespace {

using Mode = BroadcastTo::Mode;

Error does_not_fit(const PartialShape& data, const PartialShape& target) {
  return Error("OP-5", "data of shape " + data.text() + " does not fit target_shape " + target.text());
}

/// The dimensions that target_shape asks for; any shape if not even their number is known.
Result<PartialShape> read_target(const Operand& target) {
  const std::optional<int64_t> rank = length_of(target);
  if (!rank) return PartialShape::any();
  PartialShape shape = TRY(shape_of_rank(*rank));
  if (target.value == nullptr) return shape;
  for (int64_t i = 0; i < *rank; ++i) {
    const int64_t dim = integer_at(*target.value, i);
    if (dim < 0) return Error("OP-6", "target_shape has dimension " + std::to_string(dim));
    shape[i] = Dimension::exactly(dim);
  }
  return shape;
}

bool fits(Dimension data, Dimension target) { return data.admits(1) || data.meets(target); }

Result<PartialShape> broadcast_numpy(const PartialShape& data, const PartialShape& target) {
  if (!data.rank_known() || !target.rank_known()) return target;
  const int64_t lead = target.rank() - data.rank();
  if (lead < 0) return does_not_fit(data, target);
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    if (!fits(data[axis], target[axis + lead])) return does_not_fit(data, target);
  }
  return target;
}

Result<PartialShape> broadcast_both(const PartialShape& data, const PartialShape& target) {
  if (!data.rank_known() || !target.rank_known()) return PartialShape::any();
  PartialShape shape = PartialShape::of_rank(std::max(data.rank(), target.rank()));
  for (int64_t from_end = 1; from_end <= shape.rank(); ++from_end) {
    const Dimension one = Dimension::exactly(1);
    const Dimension a = from_end <= data.rank() ? data[data.rank() - from_end] : one;
    const Dimension b = from_end <= target.rank() ? target[target.rank() - from_end] : one;
    if (!fits(a, b) && !b.admits(1)) return does_not_fit(data, target);
    Dimension& dim = shape[shape.rank() - from_end];
    dim = Dimension::any();
    if (a == one || (b.known() && b != one)) {
      dim = b;
    } else if (b == one || (a.known() && a != one)) {
      dim = a;
    }
  }
  return shape;
}

/// The target, if each dimension of data fits the one that the mapping names.
Result<PartialShape> broadcast_explicit(const PartialShape& data, const PartialShape& target,
                                        const Operand& mapping) {
  const std::optional<int64_t> length = length_of(mapping);
  if (length && data.rank_known() && *length != data.rank()) {
    return Error("OP-5",
                 "axes_mapping has " + std::to_string(*length) + " axes, data has shape " + data.text());
  }
  if (mapping.value == nullptr) return target;
  int64_t previous = -1;
  for (int64_t i = 0; i < *length; ++i) {
    const int64_t axis = integer_at(*mapping.value, i);
    if (axis <= previous || (target.rank_known() && axis >= target.rank())) {
      return Error("OP-6",
                   "axis " + std::to_string(axis) + " at position " + std::to_string(i) + " of axes_mapping")
          .note("expected ascending axes of target_shape " + target.text());
    }
    previous = axis;
    if (data.rank_known() && target.rank_known() && !fits(data[i], target[axis]))
      return does_not_fit(data, target);
  }
  return target;
}

Result<void> infer_broadcast(const BroadcastTo& options, std::span<const Operand> inputs,
                             std::span<Signature> outputs) {
  const Mode mode = options.mode;
  const bool mapped = inputs.size() > 2;
  if (mapped != (mode == Mode::kExplicit) && !(mapped && options.ignores_surplus_mapping)) {
    return Error("OP-3", mapped ? "axes_mapping is given, but mode is not explicit"
                                : "mode is explicit, but axes_mapping is not given");
  }
  TRY(check_list(inputs, 1));
  const PartialShape& data = inputs[0].shape;
  const PartialShape target = TRY(read_target(inputs[1]));
  outputs[0].type = inputs[0].type;
  if (mode == Mode::kExplicit) {
    TRY(check_list(inputs, 2));
    outputs[0].shape = TRY(broadcast_explicit(data, target, inputs[2]));
  } else {
    outputs[0].shape =
        TRY(mode == Mode::kNumpy ? broadcast_numpy(data, target) : broadcast_both(data, target));
  }
  return {};
}

Result<void> broadcast(Mode mode, const KernelCall& call) {
  const Tensor& data = call.input(0);
  const Shape& shape = call.output().shape();
  PerAxis<int64_t> axes;
  for (int64_t i = 0; i < data.shape().rank(); ++i) {
    axes[i] = mode == Mode::kExplicit ? integer_at(call.input(2), i) : shape.rank() - data.shape().rank() + i;
  }
  copy_elements(call.output(), Layout::row_major(shape), data,
                Layout::row_major(data.shape()).expanded_along(axes.values, shape), call.deadline);
  return {};
}

}  // namespace

Operation make_broadcast(const BroadcastTo& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_broadcast, options),
               .kernel = std::bind_front(broadcast, options.mode),
               .shaping_inputs =
                   options.mode == Mode::kExplicit ? std::vector<int64_t>{1, 2} : std::vector<int64_t>{1},
               .error = Moves{}});
}

}  // namespace backedge::ops
