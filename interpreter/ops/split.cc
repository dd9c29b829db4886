#include <algorithm>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/index_operands.h"
#include "interpreter/ops/movement.h"

namespace backedge {
namespace {

using namespace movement;

int64_t rank_of(const PartialShape& shape) { return shape.rank_known() ? shape.rank() : -1; }

/// Each output the shape of data, its size along the axis still that of data; where the axis is not known,
/// any dimension may get smaller.
void copy_signature(const Operand& data, bool axis_known, std::span<Signature> outputs) {
  Signature signature{data.type, data.shape};
  for (int64_t i = 0; !axis_known && i < rank_of(data.shape); ++i) signature.shape[i].min = 0;
  for (Signature& output : outputs) output = signature;
}

Result<void> infer_split(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_integers(inputs, 1));
  TRY(check_scalar(inputs, 1));
  const PartialShape& data = inputs[0].shape;
  const std::optional<int64_t> axis = TRY(axis_in(inputs, 1, rank_of(data)));
  copy_signature(inputs[0], axis.has_value(), outputs);
  if (!axis) return {};
  const auto parts = static_cast<int64_t>(outputs.size());
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
  const std::optional<int64_t> axis = TRY(axis_in(inputs, 1, rank_of(data)));
  const auto parts = static_cast<int64_t>(outputs.size());
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
    return Error("OP-6", "split_lengths come to " + std::to_string(sum) + ", axis " + std::to_string(*axis) +
                             " of " + data.text() + " has another size");
  }
  const Dimension rest{std::max<int64_t>(dim.min - sum, 0),
                       dim.max == Dimension::kUnbounded ? dim.max : dim.max - sum};
  for (int64_t i = 0; i < parts; ++i) {
    const int64_t length = integer_at(*inputs[2].value, i);
    outputs[static_cast<size_t>(i)].shape[*axis] = length == -1 ? rest : Dimension::exactly(length);
  }
  return {};
}

Result<void> split(const KernelCall& call) {
  const Tensor& data = call.input(0);
  const int64_t axis = axis_at(call.input(1), data.shape().rank());
  const Strides strides = strides_of(data.shape());
  int64_t position = 0;
  for (Tensor& output : call.outputs) {
    const Shape& shape = output.shape();
    copy_strided(shape, output, {0, strides_of(shape)}, data,
                 {position * strides[static_cast<size_t>(axis)], strides}, call.deadline);
    position += shape[axis];
  }
  return {};
}

}  // namespace

/// `data` cut along an axis into num_splits parts of one size; an axis of 0 gives empty parts.
///
/// inputs   data; axis: an integer scalar
/// returns  num_splits tensors of the type of data
/// errors   OP-2; OP-3; OP-4; OP-5 the size cannot be divided; OP-6 axis
/// source   Split-1
Result<Operation> make_split(Attributes& attributes, int64_t, int64_t outputs) {
  const int64_t parts = TRY(attributes.integer("num_splits"));
  if (parts < 1) return Error("OP-2", "attribute num_splits=\"" + std::to_string(parts) + "\" is below 1");
  if (parts != outputs) {
    return Error("OP-3", "num_splits is " + std::to_string(parts) + ", but there are " +
                             std::to_string(outputs) + " outputs");
  }
  return Operation{infer_split, split, {1}};
}

/// `data` cut along an axis into parts of the given sizes.
///
/// inputs   data; axis: one integer; split_lengths: integers, one an output, that come to the size of data;
/// -1,
///          once, stands for the rest
/// returns  tensors of the type of data
/// errors   OP-3; OP-4; OP-5; OP-6 axis, lengths; LIMIT-4
/// source   VariadicSplit-1
Result<Operation> make_variadic_split(Attributes&, int64_t, int64_t) {
  return Operation{infer_variadic_split, split, {1, 2}};
}

}  // namespace backedge
