#include <algorithm>
#include <cmath>

#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/reduce.h"

/// Operators that compare an element with others of its channel, along an axis or in a group.
namespace backedge::onnx {
namespace {

// The rank of x, which has an axis of channels after that of the batch.
Result<int64_t> rank_with_channels(NodeLowering& node, size_t x) {
  const int64_t rank = TRY(node.rank(x));
  if (rank >= 2) return rank;
  return Error("OP-5", "x has rank " + std::to_string(rank) + ", expected 2 or more");  // [OP-5]
}

// All axes of x but that of the channels.
Result<size_t> axes_of_channel(NodeLowering& node, size_t x) {
  const int64_t rank = TRY(rank_with_channels(node, x));
  std::vector<int64_t> axes = {0};
  for (int64_t axis = 2; axis < rank; ++axis) axes.push_back(axis);
  return node.integers(axes);
}

// The widest type of the operands; the mean and variance of a batch of 16 bits are computed in f32.
// [ONNX-GRAPH-17]
ElementType widest(NodeLowering& node, bool is_training) {
  ElementType type = node.type(node.in(0));
  for (size_t k = 1; k < 5; ++k)
    if (size_of(node.type(node.in(k))) > size_of(type)) type = node.type(node.in(k));
  return is_training && size_of(type) < size_of(ElementType::kF32) ? ElementType::kF32 : type;
}

// With the mean and variance that are operands or, in a training, those of the batch. They move the running
// ones, which are inputs and outputs.
Lowered batch_normalization(NodeLowering& node, size_t data, bool is_training) {
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-5f));
  const double momentum = TRY(node.attributes.real("momentum", 0.9f));
  Formula f(node);
  const ElementType type = widest(node, is_training);
  const auto as = [&](Term term, ElementType to) { return f.type(term) == to ? term : cast(term, to); };
  const auto operand = [&](size_t k) { return as(f.in(k), type); };
  const Term x = as(f.of(data), type);
  const auto normal = [&](Term average, Term variance) {
    const Term y = f.apply(ops::make_batch_norm(epsilon), {x, operand(1), operand(2), average, variance});
    return as(y, f.type(f.in(0)));
  };
  if (!is_training) return f.lowered({normal(operand(3), operand(4))});
  const Term axes = f.of(TRY(axes_of_channel(node, data)));
  const Term average = f.apply(ops::make_reduce_mean(), {x, axes});
  const auto spread = [&](Term parameter) { return f.of(along_channels(node, parameter.slot, f.rank(x))); };
  const Term distance = f.failed() ? x : x - spread(average);
  const Term variance = f.apply(ops::make_reduce_mean(), {distance * distance, axes});
  const auto moved = [&](Term running, Term current) {
    return running * f.number(running, momentum) +
           as(current, f.type(running)) * f.number(running, 1 - momentum);
  };
  return f.lowered({normal(average, variance), moved(f.in(3), average), moved(f.in(4), variance)});
}

}  // namespace

Result<size_t> along_channels(NodeLowering& node, size_t slot, int64_t rank) {
  std::vector<int64_t> shape = {1, -1};
  shape.resize(static_cast<size_t>(std::max<int64_t>(rank, 2)), 1);
  return node.apply(ops::make_reshape(false), {slot, node.integers(shape)});
}

// A list is a batch of one channel.
Lowered lower_batch_normalization(NodeLowering& node) {
  if (node.version < 9 && !TRY(node.attributes.boolean("spatial", true)))  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "spatial = 0 is not supported");
  const bool is_training = node.version >= 14 && TRY(node.attributes.boolean("training_mode", false));
  if (node.outputs() != 1 && (!is_training || node.outputs() != 3))  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "only a node with training_mode = 1 has more than one output: three");
  const PartialShape& shape = node.known(node.in(0)).signature.shape;
  const bool is_list = shape.rank_known() && shape.rank() == 1;
  size_t x = node.in(0);
  if (is_list) x = TRY(node.apply(ops::make_unsqueeze(), {x, node.integers({1})}));
  std::vector<size_t> outputs = TRY(batch_normalization(node, x, is_training));
  if (is_list) outputs[0] = TRY(node.apply(ops::make_squeeze(), {outputs[0], node.integers({1})}));
  return outputs;
}

// scale * (x - mean) / sqrt(variance + epsilon) + B. Each channel of each element of a batch has a mean and a
// variance of its own.
Lowered lower_instance_normalization(NodeLowering& node) {
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-5f));
  const int64_t rank = TRY(rank_with_channels(node, node.in(0)));
  std::vector<int64_t> axes;
  for (int64_t axis = 2; axis < rank; ++axis) axes.push_back(axis);
  for (const size_t k : {1, 2}) TRY(node.check_list_along(k, node.known(node.in(0)).signature.shape, 1));
  Formula f(node);
  const auto of_channels = [&](size_t k) { return f.of(along_channels(node, node.in(k), rank)); };
  const Term x = f.in(0), distance = x - mean(x, axes, true);
  const Term root = sqrt(mean(distance * distance, axes, true) + f.number(x, epsilon));
  return f.lowered({of_channels(1) * distance / root + of_channels(2)});
}

// x - mean, times the reciprocal of the deviation. Mean, deviation and product have the type that stash_type
// names.  [ONNX-GRAPH-17]
Lowered lower_layer_normalization(NodeLowering& node) {
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-5f));
  const int64_t axis = TRY(node.attributes.integer("axis", -1));
  const ElementType stash = TRY(element_type_of(TRY(node.attributes.integer("stash_type", 1))));
  const int64_t rank = TRY(node.rank(node.in(0)));
  if (axis < -rank || axis >= rank)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "axis " + std::to_string(axis) + " of rank " + std::to_string(rank));
  std::vector<int64_t> last;
  for (int64_t k = axis < 0 ? axis : axis - rank; k < 0; ++k) last.push_back(k);
  Formula f(node);
  const ElementType type = f.type(f.in(0));
  const Term x = type == stash ? f.in(0) : cast(f.in(0), stash);
  const Term average = mean(x, last, true), distance = x - average;
  const Term root = sqrt(mean(distance * distance, last, true) + f.number(stash, epsilon));
  const Term inverse = f.number(stash, 1) / root, product = distance * inverse;
  const Term normal = type == stash ? product : cast(product, type);
  Term value = f.apply(ops::make_multiply(kRepeatsSecond), {normal, f.in(1)});
  if (node.has(2)) value = f.apply(ops::make_add(kRepeatsSecond), {value, f.in(2)});
  return f.lowered({value, average, inverse});
}

// From version 21 on, mean and deviation are computed in the type that stash_type names.
// [ONNX-GRAPH-17]
Lowered lower_group_normalization(NodeLowering& node) {
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-5f));
  const int64_t groups = TRY(node.attributes.integer("num_groups"));
  if (groups < 1 || epsilon <= 0)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "num_groups is below 1, or epsilon is not above 0");
  const Operation normalize = ops::make_group_normalization({.groups = groups, .epsilon = epsilon});
  const PartialShape parts =
      node.version >= 21 ? node.known(node.in(0)).signature.shape : PartialShape({1, groups});
  for (const size_t k : {1, 2}) TRY(node.check_list_along(k, parts, 1));
  Formula f(node);
  if (node.version >= 21) {
    const ElementType type = node.type(node.in(0));
    const ElementType stash = TRY(element_type_of(TRY(node.attributes.integer("stash_type", 1))));
    const Term size = f.list({f.dimension(f.in(0), 1)});
    const Term ones = broadcast(f.number(stash, 1), size), zeros = broadcast(f.number(stash, 0), size);
    const auto as = [](Term x, ElementType from, ElementType to) { return from == to ? x : cast(x, to); };
    const Term normal = as(f.apply(normalize, {as(f.in(0), type, stash), ones, zeros}), stash, type);
    const auto of_channels = [&](size_t k) { return f.of(along_channels(node, node.in(k), f.rank(normal))); };
    return f.lowered({normal * of_channels(1) + of_channels(2)});
  }
  // Before version 21, scale and bias have an element for each group. It is repeated for each of its channels.
  const Term x = f.in(0), number = f.integer(groups), channels = f.dimension(x, 1);
  const auto of_channels = [&](Term parameter) {
    const Term rows = broadcast(unsqueeze(parameter, {1}), f.list({number, channels / number}));
    return reshape(rows, f.list({channels}));
  };
  return f.lowered({f.apply(normalize, {x, of_channels(f.in(1)), of_channels(f.in(2))})});
}

// Zeros where the norm is 0.
Lowered lower_lp_normalization(NodeLowering& node) {
  const int64_t p = TRY(node.attributes.integer("p", 2));
  const size_t axes = node.integers({TRY(node.attributes.integer("axis", -1))});
  if (p != 1 && p != 2)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "p is " + std::to_string(p) + ", expected 1 or 2");
  const size_t norm =
      TRY(node.apply(p == 1 ? ops::make_reduce_l1(true) : ops::make_reduce_l2(true), {node.in(0), axes}));
  const size_t quotient = TRY(node.apply(ops::make_divide(), {node.in(0), norm}));
  const size_t zero = node.number(node.type(norm), 0);
  const size_t is_zero = TRY(node.apply(ops::make_equal(), {norm, zero}));
  return one(node.apply(ops::make_select(), {is_zero, zero, quotient}));
}

Lowered lower_lrn(NodeLowering& node) {
  ops::Lrn options;
  options.alpha = TRY(node.attributes.real("alpha", 1e-4f));
  options.beta = TRY(node.attributes.real("beta", 0.75));
  options.bias = TRY(node.attributes.real("bias", 1));
  options.size = TRY(node.attributes.integer("size"));
  if (options.size < 1)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "size is " + std::to_string(options.size) + ", expected at least 1");
  options.before = (options.size - 1) / 2;  // [OP-26]
  options.after = options.size / 2;
  return one(node.apply(ops::make_lrn(options), {node.in(0), node.integers({1})}));
}

// (x - mean) / (deviation + 1e-9), as ONNX's function.
Lowered lower_mean_variance_normalization(NodeLowering& node) {
  const std::vector<int64_t> axes = TRY(node.attributes.integers("axes", std::vector<int64_t>{0, 2, 3}));
  const ops::Mvn options{.divides = true, .epsilon = 1e-9, .inside_root = false};
  return one(node.apply(ops::make_mvn(options), {node.in(0), node.integers(axes)}));
}

// In the type that stash_type names, as ONNX's function.
Lowered lower_rms_normalization(NodeLowering& node) {
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-5f));
  const int64_t axis = TRY(node.attributes.integer("axis", -1));
  if (TRY(node.attributes.integer("stash_type", 1)) != 1)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "only stash_type = 1 is supported");
  const int64_t rank = TRY(node.rank(node.in(0)));
  if (axis < -rank || axis >= rank)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "axis " + std::to_string(axis) + " of rank " + std::to_string(rank));
  std::vector<int64_t> last;
  for (int64_t k = axis < 0 ? axis : axis - rank; k < 0; ++k) last.push_back(k);
  const ElementType type = node.type(node.in(0));
  const size_t x = TRY(node.apply(ops::make_convert(ElementType::kF32), {node.in(0)}));
  const size_t square = TRY(node.apply(ops::make_multiply(), {x, x}));
  const size_t mean = TRY(node.apply(ops::make_reduce_mean(true), {square, node.integers(last)}));
  const size_t moved = TRY(node.apply(ops::make_add(), {mean, node.number(ElementType::kF32, epsilon)}));
  const size_t root = TRY(node.apply(ops::make_sqrt(), {moved}));
  const size_t quotient = TRY(node.apply(ops::make_divide(), {x, root}));
  size_t normal = TRY(node.apply(ops::make_convert(type), {quotient}));
  // The output has the type of the scale.  [ONNX-GRAPH-17]
  const ElementType result = node.type(node.in(1));
  if (result != type) normal = TRY(node.apply(ops::make_convert(result), {normal}));
  return one(node.apply(ops::make_multiply(kRepeatsSecond), {normal, node.in(1)}));
}

// x + bias below -lambd, x - bias above lambd, and 0 between. Integers are added as reals if bias is not whole.
// [ONNX-GRAPH-12]
Lowered lower_shrink(NodeLowering& node) {
  const ElementType type = node.type(node.in(0));
  const double lambd = TRY(node.attributes.real("lambd", 0.5)), bias = TRY(node.attributes.real("bias", 0));
  Formula f(node);
  const bool in_reals = is_integer(type) && !is_whole(bias);
  const Term x = f.in(0), y = in_reals ? cast(x, ElementType::kF64) : x, moved = f.number(y, bias);
  const Term rest = where(is_above(x, lambd), y - moved, f.number(y, 0));
  const Term all = where(is_below(x, -lambd), y + moved, rest);
  return f.lowered({in_reals ? cast(all, type) : all});
}

// x * sigmoid(alpha * x)
Lowered lower_swish(NodeLowering& node) {
  const size_t alpha = node.number(node.type(node.in(0)), TRY(node.attributes.real("alpha", 1)));
  const size_t scaled = TRY(node.apply(ops::make_multiply(), {alpha, node.in(0)}));
  const size_t gate = TRY(node.apply(ops::make_sigmoid(), {scaled}));
  return one(node.apply(ops::make_multiply(), {node.in(0), gate}));
}

}  // namespace backedge::onnx
