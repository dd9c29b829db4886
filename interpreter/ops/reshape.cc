#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"

/// The elements of `data`, in their order, under another shape.
///
/// inputs   data; shape: integers of rank 1. One of them may be -1: the size that keeps the number of
///          elements. If special_zero is true, 0 is the dimension of data at the same position
/// returns  the type of data
/// errors   OP-4; OP-5 the rank of shape; LIMIT-3; LIMIT-4. OP-6 another number of elements, a value below
///          -1, a second -1, a -1 that no size or more than one size fits, or a 0 beyond the rank of data
namespace backedge::ops {
namespace {

/// The dimensions read so far. The dimension of -1 is 1 until it is computed.
struct Target {
  PartialShape shape = PartialShape::of_rank(0);
  int64_t inferred = -1;  // the axis of -1
  Dimension written =
      Dimension::exactly(1);  // product of the dimensions that are neither copied nor inferred
  PerAxis<bool> copied{};     // dimensions of data
};

Result<void> append_zero(Target& target, const PartialShape& data) {
  const int64_t axis = target.shape.rank();
  if (data.rank_known() && axis >= data.rank()) {
    return Error("OP-6", "value 0 at position " + std::to_string(axis) + " has no dimension of data to copy")
        .note("input 0 is " + data.text());
  }
  TRY(append(target.shape, data.rank_known() ? data[axis] : Dimension::any()));
  target.copied[axis] = true;
  return {};
}

Result<Target> read_target(const PartialShape& data, const Tensor& shape, bool special_zero) {
  Target target;
  for (int64_t i = 0; i < shape.count(); ++i) {
    const int64_t dim = integer_at(shape, i);
    if (dim < -1) return Error("OP-6", "dimension " + std::to_string(dim) + ", expected -1 or more");
    if (dim == -1) {
      if (target.inferred >= 0)
        return Error("OP-6", "a second dimension of -1, at position " + std::to_string(i));
      target.inferred = i;
      TRY(append(target.shape, Dimension::exactly(1)));
    } else if (dim == 0 && special_zero) {
      TRY(append_zero(target, data));
    } else {
      TRY(append(target.shape, Dimension::exactly(dim)));
      target.written = TRY(product_of(target.written, Dimension::exactly(dim)));
    }
  }
  return target;
}

Error does_not_fit(const PartialShape& data, const Tensor& shape) {
  std::string text;
  for (int64_t i = 0; i < shape.count(); ++i)
    text += (i > 0 ? "," : "") + std::to_string(integer_at(shape, i));
  return Error("OP-6", "data of shape " + data.text() + " does not fit shape [" + text + "]");
}

/// Computes the size for -1. Copied dimensions are on both sides, so they cancel, even if they are 0. If
/// shape has a written 0, every size fits, which is an error.
Result<void> infer_dimension(Target& target, const PartialShape& data, const Tensor& shape) {
  if (target.written.min == 0) return does_not_fit(data, shape).note("any size would fit beside a 0");
  Dimension rest = Dimension::exactly(1);
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    if (!target.copied[axis]) rest = TRY(product_of(rest, data[axis]));
  }
  const Dimension dim = quotient_of(rest, target.written.min);
  if (dim.min > dim.max) return does_not_fit(data, shape);
  target.shape[target.inferred] = dim;
  return {};
}

Result<PartialShape> reshaped(const PartialShape& data, const Operand& shape, bool special_zero) {
  if (shape.value == nullptr) {
    const std::optional<int64_t> rank = length_of(shape);
    return rank ? shape_of_rank(*rank) : PartialShape::any();
  }
  Target target = TRY(read_target(data, *shape.value, special_zero));
  if (!data.rank_known()) {
    if (target.inferred >= 0) target.shape[target.inferred] = Dimension::any();
  } else if (target.inferred >= 0) {
    TRY(infer_dimension(target, data, *shape.value));
  } else if (!TRY(count_of(data)).meets(TRY(count_of(target.shape)))) {
    return does_not_fit(data, *shape.value);
  }
  return target.shape;
}

}  // namespace

Operation make_reshape(bool special_zero) {
  const auto infer = [special_zero](std::span<const Operand> inputs,
                                    std::span<Signature> outputs) -> Result<void> {
    TRY(check_list(inputs, 1));
    const PartialShape shape = TRY(reshaped(inputs[0].shape, inputs[1], special_zero));
    outputs[0] = {inputs[0].type, shape};
    return {};
  };
  return made(__func__, special_zero,
              {.infer = infer, .kernel = copy_input, .shaping_inputs = {1}, .error = Moves{}});
}

}  // namespace backedge::ops
