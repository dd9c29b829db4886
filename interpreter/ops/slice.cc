#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/cuts.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// data[start:stop:step] along each axis of `axes`, as in Python. SliceScatter copies data and replaces these
/// elements by updates, operand 1, which has the shape of the slice.
///
/// inputs   data, numeric for SliceScatter; start, stop, step: integers of one length; axes: as many, in
///          [-rank, rank), each once; without axes 0, 1, ...
/// returns  the type and rank of data; SliceScatter the shape of data
/// errors   OP-4; OP-5 scalar data, lengths that differ or are above the rank, the shape of updates; OP-6 a
///          step of 0, axes
/// source   OpenVINO's Slice-8 and SliceScatter-15. "The rules follow python": a start before position 0
///          selects nothing if step is negative. In ONNX's Slice it is position 0.
namespace backedge::ops {
namespace {

/// The i-th range, if its three values are known.
Result<std::optional<Range>> read_range(const Slice& options, std::span<const Operand> inputs, int64_t i) {
  const Tensor* step = inputs[3].value;
  if (step != nullptr && integer_at(*step, i) == 0) {
    return Error("OP-6", "step is 0 at position " + std::to_string(i));
  }
  if (inputs[1].value == nullptr || inputs[2].value == nullptr || step == nullptr)
    return std::optional<Range>();
  return std::optional(Range{.start = integer_at(*inputs[1].value, i),
                             .stop = integer_at(*inputs[2].value, i),
                             .step = integer_at(*step, i),
                             .least_start = options.clamps_start ? 0 : -1});  // [OP-50]
}

/// The i-th axis to cut.
Result<int64_t> read_axis(std::span<const Operand> inputs, int64_t i, int64_t rank) {
  if (inputs.size() < 5) return i;  // [OP-50]
  return axis_of_value(integer_at(*inputs[4].value, i), rank);
}

Result<Cuts> cuts_of(const Slice& options, std::span<const Operand> inputs, int64_t count, int64_t rank) {
  Cuts cuts;
  for (int64_t axis = 0; axis < rank; ++axis) cuts.push_back({});
  for (int64_t i = 0; i < count; ++i) {
    const int64_t axis = TRY(read_axis(inputs, i, rank));
    Cut& cut = cuts[axis];
    if (cut.kind != Cut::Kind::kWhole)
      return Error("OP-6", "axis " + std::to_string(axis) + " is named twice");
    cut.kind = Cut::Kind::kRange;
    cut.range = TRY(read_range(options, inputs, i));
  }
  return cuts;
}

/// A shape with the rank of data whose dimensions may be smaller.
PartialShape some_slice(const PartialShape& data) {
  PartialShape shape = data;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) shape[axis].min = 0;
  return shape;
}

Result<void> infer_slice(const Slice& options, std::span<const Operand> inputs,
                         std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  const std::optional<int64_t> count = TRY(common_length(inputs));
  outputs[0] = {inputs[0].type, PartialShape::any()};
  if (!data.rank_known()) return {};
  TRY(check_has_axis(inputs, 0));
  if (count.value_or(0) > data.rank()) {
    return Error("OP-5", std::to_string(*count) + " axes of data of rank " + std::to_string(data.rank()));
  }
  const bool axes_known = count && (inputs.size() < 5 || inputs[4].value != nullptr);
  outputs[0].shape = axes_known ? TRY(shape_after(data, TRY(cuts_of(options, inputs, *count, data.rank()))))
                                : some_slice(data);
  return {};
}

Result<void> slice(const Slice& options, const KernelCall& call) {
  const std::array<Operand, 5> operands = operands_of(call);
  const int64_t rank = call.input(0).shape().rank();
  copy_cut(call.output(), call.input(0),
           TRY(cuts_of(options, std::span(operands).first(call.inputs.size()), call.input(1).count(), rank)),
           call.deadline);
  return {};
}

/// The operands of SliceScatter without updates are those of Slice.
template <class T>
std::span<const T> without_updates(std::span<const T> inputs, std::array<T, 5>& rest) {
  rest[0] = inputs[0];
  std::copy(inputs.begin() + 2, inputs.end(), rest.begin() + 1);
  return std::span<const T>(rest).first(inputs.size() - 1);
}

Result<void> infer_slice_scatter(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kNumeric));
  TRY(check_same_type(inputs, 1));
  for (size_t k = 3; k <= 4; ++k) TRY(check_same_type(inputs, k, 2));
  std::array<Operand, 5> of_slice;
  Signature slice;
  TRY(infer_slice({}, without_updates(inputs, of_slice), {&slice, 1}));
  if (!inputs[1].shape.meets(slice.shape)) {
    return Error("OP-5", "updates have shape " + inputs[1].shape.text() + ", the slice of data has shape " +
                             slice.shape.text());
  }
  outputs[0] = {inputs[0].type, inputs[0].shape};
  return {};
}

Result<void> slice_scatter(const KernelCall& call) {
  TRY(copy_input(call));
  std::array<const Tensor*, 5> of_slice;
  const KernelCall slicing{without_updates(call.inputs, of_slice), call.outputs, call.pool, call.deadline};
  const std::array<Operand, 5> operands = operands_of(slicing);
  const Tensor& updates = call.input(1);
  const Shape& shape = call.output().shape();
  const Cuts cuts = TRY(
      cuts_of({}, std::span(operands).first(slicing.inputs.size()), slicing.input(1).count(), shape.rank()));
  if (updates.count() == 0 || call.deadline.over()) return {};
  copy_elements(call.output(), layout_after(shape, cuts), updates, Layout::row_major(updates.shape()),
                call.deadline);
  return {};
}

}  // namespace

Operation make_slice(const Slice& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_slice, options),
               .kernel = std::bind_front(slice, options),
               .shaping_inputs = {1, 2, 3, 4},
               .error = Moves{}});
}

Operation make_slice_scatter() {
  return made(__func__, {.infer = infer_slice_scatter,
                         .kernel = slice_scatter,
                         .shaping_inputs = {2, 3, 4, 5},
                         .error = Moves{}});
}

}  // namespace backedge::ops
