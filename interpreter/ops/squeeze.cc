#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/index_operands.h"
#include "interpreter/ops/movement.h"

namespace backedge {
namespace {

using namespace movement;

using AxisSet = std::array<bool, kMaxRank>;

/// errors  OP-6 an axis outside [-rank, rank), or, where `once`, named twice
Result<AxisSet> read_axes(const Tensor& axes, int64_t rank, bool once) {
  AxisSet set{};
  for (int64_t i = 0; i < axes.count(); ++i) {
    const int64_t axis = integer_at(axes, i);
    bool& named = set[static_cast<size_t>(TRY(axis_of_value(axis, rank)))];
    if (named && once) return Error("OP-6", "axis " + std::to_string(axis) + " is named twice");
    named = true;
  }
  return set;
}

/// `data` without its dimensions of 1 among `axes`; any shape where one of those may or may not be 1.
PartialShape squeezed(const PartialShape& data, const AxisSet& axes) {
  PartialShape shape = PartialShape::of_rank(0);
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    const bool named = axes[static_cast<size_t>(axis)];
    if (named && data[axis] == Dimension::exactly(1)) continue;
    if (named && data[axis].admits(1)) return PartialShape::any();
    shape.push_back(data[axis]);
  }
  return shape;
}

Result<void> infer_squeeze(std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  outputs[0] = {inputs[0].type, PartialShape::any()};
  AxisSet axes;
  axes.fill(true);
  if (inputs.size() > 1) {
    TRY(check_list_or_scalar(inputs, 1));
    if (length_of(inputs[1]) != 0) {  // no axes: every one, as without the operand
      if (inputs[1].value == nullptr || !data.rank_known()) return {};
      axes = TRY(read_axes(*inputs[1].value, data.rank(), false));
    }
  }
  if (data.rank_known()) outputs[0].shape = squeezed(data, axes);
  return {};
}

Result<PartialShape> unsqueezed(const PartialShape& data, const Operand& axes) {
  const std::optional<int64_t> added = length_of(axes);
  if (!data.rank_known() || !added) return PartialShape::any();
  int64_t rank = 0;
  if (__builtin_add_overflow(data.rank(), *added, &rank)) rank = INT64_MAX;
  PartialShape shape = TRY(shape_of_rank(rank));
  if (axes.value == nullptr) return shape;
  const AxisSet set = TRY(read_axes(*axes.value, rank, true));
  int64_t from = 0;
  for (int64_t axis = 0; axis < rank; ++axis) {
    shape[axis] = set[static_cast<size_t>(axis)] ? Dimension::exactly(1) : data[from++];
  }
  return shape;
}

Result<void> infer_unsqueeze(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_list_or_scalar(inputs, 1));
  outputs[0] = {inputs[0].type, TRY(unsqueezed(inputs[0].shape, inputs[1]))};
  return {};
}

Result<void> copy_data(const KernelCall& call) { return copy_all(call.output(), call.input(0)); }

}  // namespace

/// `data` without the dimensions of 1 that `axes` names; others that it names stay.
///
/// inputs   data; axes: integers of rank 0 or 1 in [-rank, rank), where missing or empty every axis
/// returns  the type of data
/// errors   OP-2; OP-4; OP-5; OP-6
/// source   Squeeze-1, Squeeze-15; what pytorch_dynamic_rank and allow_axis_skip say is of what is known
///          of the rank before shapes are, never of the result
Result<Operation> make_squeeze(Attributes& attributes, int64_t version, int64_t) {
  TRY(attributes.boolean(version < 15 ? "pytorch_dynamic_rank" : "allow_axis_skip", false));
  return Operation{infer_squeeze, copy_data, {1}};
}

/// `data` with dimensions of 1 put in where `axes` says.
///
/// inputs   data; axes: integers of rank 0 or 1, positions in the result, each once
/// returns  the type of data
/// errors   OP-4; OP-5; OP-6 an axis outside the result, or twice; LIMIT-3
/// source   Unsqueeze-1
Result<Operation> make_unsqueeze(Attributes&, int64_t, int64_t) {
  return Operation{infer_unsqueeze, copy_data, {1}};
}

}  // namespace backedge
