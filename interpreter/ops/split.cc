#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

namespace backedge::ops {
namespace {

/// Gives each output the shape of data, also along the axis. If the axis is not known, any dimension may be
/// smaller.
void copy_signature(const Operand& data, bool axis_known, std::span<Signature> outputs) {
  Signature signature{data.type, data.shape};
  for (int64_t i = 0; !axis_known && i < data.shape.rank(); ++i) signature.shape[i].min = 0;
  for (Signature& output : outputs) output = signature;
}

Result<void> infer_split(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 1, Types::kInteger));
  TRY(check_scalar(inputs, 1));
  const PartialShape& data = inputs[0].shape;
  const std::optional<int64_t> axis = TRY(axis_in(inputs, 1));
  copy_signature(inputs[0], axis.has_value(), outputs);
  if (!axis) return {};
  const int64_t parts = std::ssize(outputs);
  const Dimension dim = quotient_of(data[*axis], parts);
  if (dim.min > dim.max) {
    return Error("OP-5", "axis " + std::to_string(*axis) + " of " + data.text() + " cannot be cut into " +
                             std::to_string(parts) + " equal parts");
  }
  for (Signature& output : outputs) output.shape[*axis] = dim;
  return {};
}

/// The sum of split_lengths without -1.
///
/// errors  OP-6 a length below -1, a second -1
Result<int64_t> read_lengths(const Tensor& lengths, bool& has_rest) {
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.count(); ++i) {
    const int64_t length = integer_at(lengths, i);
    if (length < -1 || (length == -1 && has_rest)) {
      return Error("OP-6", "split_lengths has " + std::to_string(length) + " at position " +
                               std::to_string(i) + ", expected 0 or more, or -1 once");
    }
    if (length == -1) {
      has_rest = true;
    } else if (__builtin_add_overflow(sum, length, &sum)) {
      return Error("LIMIT-4", "the sum of split_lengths does not fit 64 bits");
    }
  }
  return sum;
}

Result<void> infer_variadic_split(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_list(inputs, 2));
  const PartialShape& data = inputs[0].shape;
  const std::optional<int64_t> axis = TRY(axis_in(inputs, 1));
  const int64_t parts = std::ssize(outputs);
  if (length_of(inputs[2]).value_or(parts) != parts) {
    return Error("OP-3", shape_text(inputs, 2) + ", but there are " + std::to_string(parts) + " outputs");
  }
  copy_signature(inputs[0], axis.has_value(), outputs);
  bool has_rest = false;
  const int64_t sum = inputs[2].value != nullptr ? TRY(read_lengths(*inputs[2].value, has_rest)) : 0;
  if (!axis) return {};
  if (inputs[2].value == nullptr) {
    for (Signature& output : outputs) output.shape[*axis].min = 0;
    return {};
  }
  const Dimension dim = data[*axis];
  if (sum > dim.max || (!has_rest && sum < dim.min)) {
    return Error("OP-6", "the sum of split_lengths is " + std::to_string(sum) + ", but axis " +
                             std::to_string(*axis) + " of " + data.text() + " has another size");
  }
  const Dimension rest{std::max<int64_t>(dim.min - sum, 0),
                       dim.max == Dimension::kUnbounded ? dim.max : dim.max - sum};
  int64_t i = 0;
  for (Signature& output : outputs) {
    const int64_t length = integer_at(*inputs[2].value, i++);
    output.shape[*axis] = length == -1 ? rest : Dimension::exactly(length);
  }
  return {};
}

Result<void> split(const KernelCall& call) {
  const Tensor& data = call.input(0);
  const int64_t axis = axis_at(call, 1);
  const Layout whole = Layout::row_major(data.shape());
  int64_t position = 0;
  for (Tensor& output : call.outputs) {
    const Shape& shape = output.shape();
    copy_elements(output, Layout::row_major(shape), data, whole.sliced(axis, position, shape[axis]),
                  call.deadline);
    position += shape[axis];
  }
  return {};
}

}  // namespace

/// Cuts `data` along an axis into equal parts, one for each output. A size of 0 gives empty parts.
///
/// inputs   data; axis: an integer scalar
/// returns  tensors of the type of data
/// errors   OP-4; OP-5 the size cannot be divided; OP-6 axis
/// source   OpenVINO's Split-1
Operation make_split() {
  return made(__func__, {.infer = infer_split, .kernel = split, .shaping_inputs = {1}, .error = Moves{}});
}

/// Cuts `data` along an axis into parts of the given sizes.
///
/// inputs   data; axis: one integer; split_lengths: one integer for each output, whose sum is the size of
///          data. One of them may be -1, which means the rest
/// returns  tensors of the type of data
/// errors   OP-3, OP-4, OP-5; OP-6 axis, lengths; LIMIT-4
/// source   OpenVINO's VariadicSplit-1
Operation make_variadic_split() {
  return made(__func__,
              {.infer = infer_variadic_split, .kernel = split, .shaping_inputs = {1, 2}, .error = Moves{}});
}

}  // namespace backedge::ops
