#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/segments.h"

/// `data` with element p at (p + shift) modulo the size of each axis.
///
/// inputs   data of rank n; shift: a scalar for all axes, or a list as long as axes, or of one element; axes: a
///          scalar or a list in [-n, n). Shifts of one axis are added. Both are i32 or i64.
/// returns  the type and shape of data
/// errors   OP-4; OP-5 lists of two lengths; OP-6 an axis outside its range
/// source   OpenVINO's Roll-7
namespace backedge::ops {
namespace {

Result<void> check_positions(std::span<const Operand> inputs, size_t k) {
  TRY(check_type(inputs, k, Types::kI32OrI64));
  return check_list_or_scalar(inputs, k);
}

Result<void> infer_roll(std::span<const Operand> inputs, std::span<Signature> outputs) {
  const PartialShape& data = inputs[0].shape;
  TRY(check_positions(inputs, 1));
  TRY(check_positions(inputs, 2));
  const std::optional<int64_t> shifts = length_of(inputs[1]), axes = length_of(inputs[2]);
  if (shifts && axes && *shifts != *axes && *shifts != 1) {  // [OP-16]
    return Error("OP-5", shape_text(inputs, 1) + ", " + shape_text(inputs, 2)).note("expected equal lengths");
  }
  if (inputs[2].value != nullptr && data.rank_known()) TRY(read_axes(*inputs[2].value, data.rank(), false));
  outputs[0] = {inputs[0].type, data};
  return {};
}

/// a modulo size, 0 or more.
int64_t modulo(int64_t a, int64_t size) {
  const int64_t rest = a % size;
  return rest < 0 ? rest + size : rest;
}

Result<void> roll(const KernelCall& call) {
  const Shape& shape = call.input(0).shape();
  const Tensor &shifts = call.input(1), &axes = call.input(2);
  if (call.output().count() == 0) return {};
  PerAxis<int64_t> shift{};
  for (int64_t i = 0; i < axes.count(); ++i) {
    const int64_t axis = TRY(axis_of_value(integer_at(axes, i), shape.rank()));
    const int64_t more = modulo(integer_at(shifts, shifts.count() == 1 ? 0 : i), shape[axis]);
    shift[axis] = modulo(shift[axis] + more, shape[axis]);
    if (call.deadline.passed(1)) return {};
  }
  PerAxis<Segments> segments;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    const int64_t size = shape[axis];
    segments[axis] = {Segment{size - shift[axis], shift[axis]}, Segment{0, size - shift[axis]}};
  }
  copy_segments(call.output(), call.input(0), segments, call.deadline);
  return {};
}

}  // namespace

Operation make_roll() {
  return made(__func__, {.infer = infer_roll, .kernel = roll, .shaping_inputs = {2}, .error = Moves{}});
}

}  // namespace backedge::ops
