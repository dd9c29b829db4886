#include <algorithm>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/ops/einsum.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/reduce.h"

/// Products of matrices, means of channels and normalizations.
namespace backedge::onnx {
namespace {

Lowered global_pool(NodeLowering& node, Operation (*make)(bool keep_dims)) {
  const int64_t rank = TRY(node.rank(node.in(0)));
  std::vector<int64_t> axes;
  for (int64_t axis = 2; axis < rank; ++axis) axes.push_back(axis);
  return one(node.apply(make(true), {node.in(0), node.integers(axes)}));
}

// All axes of x but that of the channels.
Result<size_t> axes_of_channel(NodeLowering& node, size_t x) {
  const int64_t rank = TRY(node.rank(x));
  if (rank < 2)
    return Error("OP-5", "x has rank " + std::to_string(rank) + ", expected 2 or more");  // [OP-5]
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

Lowered lower_einsum(NodeLowering& node) {
  const std::string text = TRY(node.attributes.text("equation"));
  const std::optional<ops::Einsum> equation = ops::parse_equation(text);
  if (!equation)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "the equation \"" + safe_line(text) + "\" is not well-formed");
  std::vector<size_t> operands;
  for (size_t k = 0; k < node.inputs.size(); ++k) operands.push_back(node.in(k));
  return one(node.apply(ops::make_einsum(*equation), std::move(operands)));
}

// alpha * (A * B) + beta * C; a factor of 1 is no operation. Integers are multiplied and added as reals if a
// factor is not whole.  [ONNX-GRAPH-12]
Lowered lower_gemm(NodeLowering& node) {
  const double alpha = TRY(node.attributes.real("alpha", 1)), beta = TRY(node.attributes.real("beta", 1));
  const bool transpose_a = TRY(node.attributes.boolean("transA", false));
  const bool transpose_b = TRY(node.attributes.boolean("transB", false));
  for (const size_t k : {0, 1}) TRY(node.check_shape(k, PartialShape::of_rank(2)));
  const size_t product = TRY(node.apply(
      ops::make_matmul({.transpose_a = transpose_a, .transpose_b = transpose_b}), {node.in(0), node.in(1)}));
  const bool has_c = node.version < 11 || node.has(2);
  const ElementType type = node.type(product);
  const bool in_reals = is_integer(type) && !(is_whole(alpha) && (is_whole(beta) || !has_c));
  const auto converted = [&](size_t slot, ElementType to) -> Result<size_t> {
    return in_reals ? node.apply(ops::make_convert(to), {slot}) : slot;
  };
  const auto scaled = [&](size_t slot, double factor) -> Result<size_t> {
    const size_t number = TRY(converted(slot, ElementType::kF64));
    if (factor == 1) return number;
    return node.apply(ops::make_multiply(), {node.number(node.type(number), factor), number});
  };
  size_t sum = TRY(scaled(product, alpha));
  if (has_c) {
    const size_t added = TRY(scaled(node.in(2), beta));
    sum = TRY(node.apply(ops::make_add(kRepeatsSecond), {sum, added}));
  }
  return one(converted(sum, type));
}

Lowered lower_global_average_pool(NodeLowering& node) { return global_pool(node, ops::make_reduce_mean); }
Lowered lower_global_max_pool(NodeLowering& node) { return global_pool(node, ops::make_reduce_max); }

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
  const int64_t rank = TRY(node.rank(node.in(0)));
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

}  // namespace backedge::onnx
