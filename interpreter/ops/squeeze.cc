#include <functional>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

namespace backedge::ops {
namespace {

/// `data` without its dimensions of 1 among `axes`; any shape if it is not known whether one of those is 1.
PartialShape squeezed(const PartialShape& data, const PerAxis<bool>& axes) {
  PartialShape shape = PartialShape::of_rank(0);
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    const bool named = axes[axis];
    if (named && data[axis] == Dimension::exactly(1)) continue;
    if (named && data[axis].admits(1)) return PartialShape::any();
    shape.push_back(data[axis]);
  }
  return shape;
}

/// `data` without the dimensions that `axes` names, each of which is 1.
/// errors  OP-6
Result<PartialShape> without(const PartialShape& data, const PerAxis<bool>& axes) {
  PartialShape shape = PartialShape::of_rank(0);
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    if (axes[axis] && !data[axis].admits(1))
      return Error("OP-6",
                   "axis " + std::to_string(axis) + " of shape " + data.text() + ", expected 1 element");
    if (!axes[axis]) shape.push_back(data[axis]);
  }
  return shape;
}

Result<void> infer_squeeze(NotOne not_one, std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  outputs[0] = {inputs[0].type, PartialShape::any()};
  PerAxis<bool> axes;
  axes.values.fill(true);
  if (inputs.size() > 1) {
    TRY(check_list_or_scalar(inputs, 1));
    if (not_one == NotOne::kError ||
        length_of(inputs[1]) != 0) {  // an empty list means every axis, as if there were no operand
      if (inputs[1].value == nullptr || !data.rank_known()) return {};
      axes = TRY(read_axes(*inputs[1].value, data.rank(), false));
    }
  }
  if (!data.rank_known()) return {};
  if (not_one == NotOne::kError && inputs.size() > 1) {
    outputs[0].shape = TRY(without(data, axes));
  } else {
    outputs[0].shape = squeezed(data, axes);
  }
  return {};
}

Result<PartialShape> unsqueezed(const PartialShape& data, const Operand& axes) {
  const std::optional<int64_t> added = length_of(axes);
  if (!data.rank_known() || !added) return PartialShape::any();
  int64_t rank = 0;
  if (__builtin_add_overflow(data.rank(), *added, &rank)) rank = INT64_MAX;
  PartialShape shape = TRY(shape_of_rank(rank));
  if (axes.value == nullptr) return shape;
  const PerAxis<bool> set = TRY(read_axes(*axes.value, rank, true));
  int64_t from = 0;
  for (int64_t axis = 0; axis < rank; ++axis) shape[axis] = set[axis] ? Dimension::exactly(1) : data[from++];
  return shape;
}

Result<void> infer_unsqueeze(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_list_or_scalar(inputs, 1));
  const PartialShape shape = TRY(unsqueezed(inputs[0].shape, inputs[1]));
  outputs[0] = {inputs[0].type, shape};
  return {};
}

}  // namespace

/// `data` without the dimensions of 1 that `axes` names. Other dimensions that it names stay, or are an error.
///
/// inputs   data; axes: integers of rank 0 or 1 in [-rank, rank); every axis if the operand is missing or
///          empty. With kError, an empty list names no axis
/// returns  the type of data
/// errors   OP-4, OP-5, OP-6
/// source   OpenVINO's Squeeze-1, Squeeze-15; with kError, ONNX's Squeeze-25
Operation make_squeeze(NotOne not_one) {
  return made(__func__, not_one,
              {.infer = std::bind_front(infer_squeeze, not_one),
               .kernel = copy_input,
               .shaping_inputs = {1},
               .error = Moves{}});
}

/// `data` with dimensions of 1 inserted at `axes`.
///
/// inputs   data; axes: integers of rank 0 or 1, positions in the result, each once
/// returns  the type of data
/// errors   OP-4; OP-5; OP-6 an axis outside the result, or named twice; LIMIT-3
/// source   OpenVINO's Unsqueeze-1
Operation make_unsqueeze() {
  return made(__func__,
              {.infer = infer_unsqueeze, .kernel = copy_input, .shaping_inputs = {1}, .error = Moves{}});
}

}  // namespace backedge::ops
