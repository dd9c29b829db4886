#include "interpreter/ops/normalizations.h"

#include <algorithm>
#include <array>

#include "interpreter/elements/lines.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/operation_formula.h"
#include "interpreter/ops/reduce.h"

namespace backedge::ops {
namespace {

using Tensors = std::span<const Tensor* const>;
using Term = FormulaWriter::Term;
using Formula = std::shared_ptr<const OperationFormula>;

/// Repeats a vector along axis 1 of the other operand.
constexpr Broadcasting kByChannel = {.mode = Broadcasting::Mode::kPdpd, .axis = 1};

FormulaWriter writer_for(Tensors operands) { return {operands[0]->type(), operands.size()}; }

Term square(FormulaWriter& write, const Term& x) { return write.apply(make_multiply(), {x, x}); }

Formula reduce_l1(bool keep_dims, Tensors operands) {
  FormulaWriter write = writer_for(operands);
  if (operands[1]->count() == 0) {
    write.apply(make_identity(), {write.operand(0)});  // [OP-24]
  } else {
    write.apply(make_reduce_sum(keep_dims), {write.apply(make_abs(), {write.operand(0)}), write.operand(1)});
  }
  return write.finish();
}

Formula reduce_l2(bool keep_dims, Tensors operands) {
  FormulaWriter write = writer_for(operands);
  if (operands[1]->count() == 0) {
    write.apply(make_identity(), {write.operand(0)});  // [OP-24]
  } else {
    const Term squares = square(write, write.operand(0));
    write.apply(make_sqrt(), {write.apply(make_reduce_sum(keep_dims), {squares, write.operand(1)})});
  }
  return write.finish();
}

/// Whether x is operand 2, after gamma and beta.
bool begins_with_gamma(const PartialShape& first) {
  return first.rank_known() && first.rank() == 1;  // [OP-27]
}

Formula batch_norm(bool any_order, double epsilon, Tensors operands) {
  FormulaWriter write = writer_for(operands);
  const size_t at = any_order && begins_with_gamma(operands[0]->shape()) ? 2 : 0;
  const Term x = write.operand(at), gamma = write.operand(at == 0 ? 1 : 0),
             beta = write.operand(at == 0 ? 2 : 1);
  const Term mean = write.operand(3), variance = write.operand(4);
  const Term root = write.apply(make_sqrt(), {write.apply(make_add(), {variance, write.number(epsilon)})});
  const Term centred = write.apply(make_subtract(kByChannel), {x, mean});
  const Term normal = write.apply(make_divide({.broadcasting = kByChannel}), {centred, root});
  write.apply(make_add(kByChannel), {write.apply(make_multiply(kByChannel), {normal, gamma}), beta});
  return write.finish();
}

/// Writes (x - mean) / sqrt(variance + epsilon), or the other formulas of MVN.
void write_mvn(FormulaWriter& write, const Mvn& options, const Term& x, const Term& axes) {
  const Term centred = write.apply(make_subtract(), {x, write.apply(make_reduce_mean(true), {x, axes})});
  if (!options.divides) return;
  const Term epsilon = write.number(options.epsilon);
  Term root = write.apply(make_reduce_mean(true), {square(write, centred), axes});  // [OP-25]
  if (options.inside_root) root = write.apply(make_add(), {root, epsilon});
  root = write.apply(make_sqrt(), {root});
  if (!options.inside_root) root = write.apply(make_add(), {root, epsilon});
  write.apply(make_divide(), {centred, root});
}

Formula mvn(const Mvn& options, Tensors operands) {
  FormulaWriter write = writer_for(operands);
  write_mvn(write, options, write.operand(0), write.operand(1));
  return write.finish();
}

Formula mvn_along(const Mvn& options, const std::vector<int64_t>& axes, Tensors operands) {
  FormulaWriter write = writer_for(operands);
  write_mvn(write, options, write.operand(0), write.list(axes));
  return write.finish();
}

Formula mvn_from(const Mvn& options, int64_t first, Tensors operands) {
  std::vector<int64_t> axes;
  for (int64_t axis = first; axis < operands[0]->shape().rank(); ++axis) axes.push_back(axis);
  return mvn_along(options, axes, operands);
}

/// Writes x / sqrt(sum of squares + epsilon), or with the larger one of the two.
void write_normalized(FormulaWriter& write, const NormalizeL2& options, const Term& x, const Term& axes) {
  const Term sum = write.apply(make_reduce_sum(true), {square(write, x), axes});
  const Term epsilon = write.number(options.epsilon);
  const Term limited = write.apply(options.adds_epsilon ? make_add() : make_maximum(), {sum, epsilon});
  write.apply(make_divide(), {x, write.apply(make_sqrt(), {limited})});
}

Formula normalize_l2(const NormalizeL2& options, Tensors operands) {
  FormulaWriter write = writer_for(operands);
  write_normalized(write, options, write.operand(0), write.operand(1));
  return write.finish();
}

Formula grn(double bias, Tensors operands) {
  FormulaWriter write = writer_for(operands);
  write_normalized(write, {.epsilon = bias}, write.operand(0), write.list({1}));
  return write.finish();
}

/// The data as [N, groups, channels of a group, the rest].
Formula group_normalization(const GroupNormalization& options, Tensors operands) {
  const Shape& shape = operands[0]->shape();
  const int64_t channels = shape[1] / options.groups;
  const int64_t rest = count_from(shape, 2);
  FormulaWriter write = writer_for(operands);
  const auto reshaped = [&](const Term& value, const std::vector<int64_t>& to) {
    return write.apply(make_reshape(false), {value, write.list(to)});
  };
  const Term x = reshaped(write.operand(0), {shape[0], options.groups, channels, rest});
  const Term scale = reshaped(write.operand(1), {1, options.groups, channels, 1});
  const Term bias = reshaped(write.operand(2), {1, options.groups, channels, 1});
  const Term axes = write.list({2, 3});
  const Term centred = write.apply(make_subtract(), {x, write.apply(make_reduce_mean(true), {x, axes})});
  const Term variance = write.apply(make_reduce_mean(true), {square(write, centred), axes});
  const Term root =
      write.apply(make_sqrt(), {write.apply(make_add(), {variance, write.number(options.epsilon)})});
  const Term scaled = write.apply(make_divide(), {write.apply(make_multiply(), {scale, centred}), root});
  reshaped(write.apply(make_add(), {scaled, bias}), {shape.begin(), shape.end()});
  return write.finish();
}

/// The operands are x and parameters of [C], where C is the size of axis 1 of x.
Result<void> infer_by_channel(int64_t groups, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kReal));
  const PartialShape& x = inputs[0].shape;
  outputs[0] = {inputs[0].type, x};
  if (x.rank_known() && x.rank() < 2)
    return Error("OP-5", shape_text(inputs, 0) + ", expected rank 2 or more");
  const Dimension channels = x.rank_known() ? x[1] : Dimension::any();
  for (size_t k = 1; k < inputs.size(); ++k) {
    const PartialShape& shape = inputs[k].shape;
    const bool fits = !shape.rank_known() || (shape.rank() == 1 && shape[0].meets(channels));
    if (!fits) return Error("OP-5", shape_text(inputs, k) + ", expected one element for each channel");
  }
  if (channels.known() && channels.min % groups != 0) {
    return Error("OP-5", std::to_string(channels.min) + " channels are not " + std::to_string(groups) +
                             " equal groups");
  }
  return {};
}

Result<void> infer_batch_norm(bool any_order, std::span<const Operand> inputs, std::span<Signature> outputs) {
  std::array<Operand, 5> ordered;
  std::copy(inputs.begin(), inputs.end(), ordered.begin());
  TRY(check_types(inputs, Types::kReal));
  if (any_order && !inputs[0].shape.rank_known()) {  // x may be operand 0 or 2
    outputs[0] = {inputs[0].type, PartialShape::any()};
    return {};
  }
  if (any_order && begins_with_gamma(inputs[0].shape)) std::rotate(ordered.begin(), &ordered[2], &ordered[3]);
  return infer_by_channel(1, ordered, outputs);
}

/// Checks axes like a reduction; the output is like x.
Result<void> infer_along(Types axes, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  TRY(check_type(inputs, 1, axes));
  TRY(make_reduce_sum(true).infer(inputs, outputs));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  return {};
}

/// The same for axes that are not an operand.
Result<void> infer_with_axes(const std::vector<int64_t>& axes, std::span<const Operand> inputs,
                             std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  outputs[0] = {inputs[0].type, inputs[0].shape};
  PerAxis<bool> named;
  for (const int64_t axis : axes) {
    if (!inputs[0].shape.rank_known()) continue;
    bool& seen = named[TRY(axis_of_attribute(axis, inputs[0].shape.rank()))];
    if (seen) return Error("OP-5", "axis " + std::to_string(axis) + " is named twice");
    seen = true;
  }
  return {};
}

Result<void> infer_grn(std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kReal));
  const PartialShape& x = inputs[0].shape;
  if (x.rank_known() && (x.rank() < 2 || x.rank() > 4))
    return Error("OP-5", shape_text(inputs, 0) + ", expected rank 2 to 4");
  outputs[0] = {inputs[0].type, x};
  return {};
}

Operation of_formula(Infer infer, MakeFormula formula, std::vector<int64_t> shaping_inputs = {}) {
  return {.infer = std::move(infer),
          .kernel = kernel_of_formula(formula),
          .shaping_inputs = std::move(shaping_inputs),
          .error = StepByStep{formula}};
}

}  // namespace

Operation make_reduce_l1(bool keep_dims) {
  return made(__func__, keep_dims,
              of_formula(make_reduce_sum(keep_dims).infer, std::bind_front(reduce_l1, keep_dims), {1}));
}

Operation make_reduce_l2(bool keep_dims) {
  return made(__func__, keep_dims,
              of_formula(make_reduce_sum(keep_dims).infer, std::bind_front(reduce_l2, keep_dims), {1}));
}

Operation make_batch_norm(double epsilon, bool any_order) {
  return made(__func__, BatchNorm{epsilon, any_order},
              of_formula(std::bind_front(infer_batch_norm, any_order),
                         std::bind_front(batch_norm, any_order, epsilon)));
}

Operation make_mvn(const Mvn& options) {
  return made(__func__, options,
              of_formula(std::bind_front(infer_along, Types::kI32OrI64), std::bind_front(mvn, options), {1}));
}

Operation make_mvn_along(const Mvn& options, const std::vector<int64_t>& axes) {
  return made(__func__, MvnAlong{options, axes},
              of_formula(std::bind_front(infer_with_axes, axes), std::bind_front(mvn_along, options, axes)));
}

Operation make_mvn_from(const Mvn& options, int64_t first) {
  return made(__func__, MvnFrom{options, first},
              of_formula(std::bind_front(infer_with_axes, std::vector<int64_t>()),
                         std::bind_front(mvn_from, options, first)));
}

Operation make_normalize_l2(const NormalizeL2& options) {
  return made(
      __func__, options,
      of_formula(std::bind_front(infer_along, Types::kInteger), std::bind_front(normalize_l2, options), {1}));
}

Operation make_grn(double bias) {
  return made(__func__, bias, of_formula(infer_grn, std::bind_front(grn, bias)));
}

Operation make_group_normalization(const GroupNormalization& options) {
  return made(__func__, options,
              of_formula(std::bind_front(infer_by_channel, options.groups),
                         std::bind_front(group_normalization, options)));
}

}  // namespace backedge::ops
