#include <algorithm>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/write_operators.h"
#include "interpreter/ops/convolution.h"
#include "interpreter/ops/einsum.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/pooling.h"
#include "interpreter/ops/reduce.h"

/// Products of matrices, convolutions, pools and normalizations.
namespace backedge::onnx {
namespace {

// The kernel's size along each spatial axis.
Result<std::vector<int64_t>> read_kernel(NodeWriter& node, size_t weights_operand) {
  if (node.attributes.has("kernel_shape") || weights_operand == 0)
    return node.attributes.integers("kernel_shape");
  const PartialShape& shape = node.known(node.in(weights_operand)).signature.shape;
  if (!shape.known() || shape.rank() < 3) return not_known("the shape of the weights");
  const Shape known = shape.shape();
  return std::vector<int64_t>(known.begin() + 2, known.end());
}

Result<void> check_least(const std::vector<int64_t>& list, const char* name, size_t size, int64_t least) {
  const bool fits = list.size() == size &&
                    std::all_of(list.begin(), list.end(), [&](int64_t number) { return number >= least; });
  if (fits) return {};  // [ONNX-GRAPH-6]
  return Error("ONNX-GRAPH-6", "the attribute \"" + std::string(name) + "\" needs " + std::to_string(size) +
                                   " numbers of " + std::to_string(least) + " or more");
}

Result<ops::Windows> read_windows(NodeWriter& node, size_t rank) {
  using Padding = ops::Windows::Padding;
  const std::string pad =
      TRY(node.attributes.choice("auto_pad", {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"}, "NOTSET"));
  ops::Windows windows;
  windows.strides = TRY(node.attributes.integers("strides", std::vector<int64_t>(rank, 1)));
  windows.dilations = TRY(node.attributes.integers("dilations", std::vector<int64_t>(rank, 1)));
  const std::vector<int64_t> pads = TRY(node.attributes.integers("pads", std::vector<int64_t>(2 * rank, 0)));
  TRY(check_least(windows.strides, "strides", rank, 1));
  TRY(check_least(windows.dilations, "dilations", rank, 1));
  TRY(check_least(pads, "pads", 2 * rank, 0));
  windows.pads_begin.assign(pads.begin(), pads.begin() + static_cast<int64_t>(rank));
  windows.pads_end.assign(pads.begin() + static_cast<int64_t>(rank), pads.end());
  if (pad == "SAME_UPPER") windows.padding = Padding::kSameUpper;
  if (pad == "SAME_LOWER") windows.padding = Padding::kSameLower;
  if (pad == "VALID") windows.padding = Padding::kValid;
  return windows;
}

// Parameters of the channels: [C] as [1, C, 1, ...].
Result<size_t> along_channels(NodeWriter& node, size_t slot, size_t spatial_rank) {
  std::vector<int64_t> shape = {1, -1};
  shape.resize(spatial_rank + 2, 1);
  return node.apply(ops::make_reshape(false), {slot, node.integers(shape)});
}

Written global_pool(NodeWriter& node, Operation (*make)(bool keep_dims)) {
  const int64_t rank = TRY(node.rank(node.in(0)));
  std::vector<int64_t> axes;
  for (int64_t axis = 2; axis < rank; ++axis) axes.push_back(axis);
  return one(node.apply(make(true), {node.in(0), node.integers(axes)}));
}

}  // namespace

Written write_einsum(NodeWriter& node) {
  const std::string text = TRY(node.attributes.text("equation"));
  const std::optional<ops::Einsum> equation = ops::parse_equation(text);
  if (!equation)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "the equation \"" + safe_line(text) + "\" is not well-formed");
  std::vector<size_t> operands;
  for (size_t k = 0; k < node.inputs.size(); ++k) operands.push_back(node.in(k));
  return one(node.apply(ops::make_einsum(*equation), std::move(operands)));
}

// alpha * (A * B) + beta * C; a factor of 1 is no operation.
Written write_gemm(NodeWriter& node) {
  const double alpha = TRY(node.attributes.real("alpha", 1)), beta = TRY(node.attributes.real("beta", 1));
  const bool transpose_a = TRY(node.attributes.boolean("transA", false));
  const bool transpose_b = TRY(node.attributes.boolean("transB", false));
  size_t sum = TRY(node.apply(ops::make_matmul({.transpose_a = transpose_a, .transpose_b = transpose_b}),
                              {node.in(0), node.in(1)}));
  const ElementType type = node.type(sum);
  if (alpha != 1) sum = TRY(node.apply(ops::make_multiply(), {node.number(type, alpha), sum}));
  if (!node.has(2)) return std::vector<size_t>{sum};
  size_t added = node.in(2);
  if (beta != 1) added = TRY(node.apply(ops::make_multiply(), {node.number(type, beta), added}));
  return one(node.apply(ops::make_add(), {sum, added}));
}

Written write_conv(NodeWriter& node) {
  const std::vector<int64_t> kernel = TRY(read_kernel(node, 1));
  const ops::Windows windows = TRY(read_windows(node, kernel.size()));
  const int64_t groups = TRY(node.attributes.integer("group", 1));
  size_t weights = node.in(1);
  if (groups != 1) {
    const PartialShape& shape = node.known(weights).signature.shape;
    if (!shape.known()) return not_known("the shape of the weights");
    if (groups < 1 || shape.rank() < 1 || shape.shape()[0] % groups != 0)  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6", "group is " + std::to_string(groups) + ", and the weights are " +
                                       node.known(weights).signature.text());
    const Shape known = shape.shape();
    std::vector<int64_t> grouped = {groups, known[0] / groups};
    grouped.insert(grouped.end(), known.begin() + 1, known.end());
    weights = TRY(node.apply(ops::make_reshape(false), {weights, node.integers(grouped)}));
  }
  const size_t product = TRY(
      node.apply(ops::make_convolution({.windows = windows, .grouped = groups != 1}), {node.in(0), weights}));
  if (!node.has(2)) return std::vector<size_t>{product};
  const size_t bias = TRY(along_channels(node, node.in(2), kernel.size()));
  return one(node.apply(ops::make_add(), {product, bias}));
}

Written write_max_pool(NodeWriter& node) {
  const std::vector<int64_t> kernel = TRY(read_kernel(node, 0));
  ops::Windows windows = TRY(read_windows(node, kernel.size()));
  TRY(check_least(kernel, "kernel_shape", kernel.size(), 1));
  if (TRY(node.attributes.boolean("ceil_mode", false))) windows.rounding = ops::Windows::Rounding::kUpInData;
  if (TRY(node.attributes.integer("storage_order", 0)) != 0 && node.outputs() > 1)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "indices in column-major order are not supported");
  return node.apply_all(ops::make_max_pool({.windows = windows, .kernel = kernel}), {node.in(0)}, 2);
}

Written write_average_pool(NodeWriter& node) {
  const std::vector<int64_t> kernel = TRY(read_kernel(node, 0));
  ops::Windows windows = TRY(read_windows(node, kernel.size()));
  TRY(check_least(kernel, "kernel_shape", kernel.size(), 1));
  if (TRY(node.attributes.boolean("ceil_mode", false))) windows.rounding = ops::Windows::Rounding::kUpInData;
  const bool counts_padding = TRY(node.attributes.boolean("count_include_pad", false));
  return one(node.apply(
      ops::make_avg_pool({.windows = windows, .kernel = kernel, .excludes_padding = !counts_padding}),
      {node.in(0)}));
}

Written write_global_average_pool(NodeWriter& node) { return global_pool(node, ops::make_reduce_mean); }
Written write_global_max_pool(NodeWriter& node) { return global_pool(node, ops::make_reduce_max); }

// Mean and variance are operands: this is an inference.
Written write_batch_normalization(NodeWriter& node) {
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-5f));
  node.attributes.has("momentum");  // of the training
  if (TRY(node.attributes.boolean("training_mode", false)) || !TRY(node.attributes.boolean("spatial", true)))
    return Error("ONNX-GRAPH-6", "training_mode = 1 and spatial = 0 are not supported");  // [ONNX-GRAPH-6]
  return one(node.apply(ops::make_batch_norm(epsilon),
                        {node.in(0), node.in(1), node.in(2), node.in(3), node.in(4)}));
}

// Each channel of each element of a batch has its own mean and variance.
Written write_instance_normalization(NodeWriter& node) {
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-5f));
  const int64_t rank = TRY(node.rank(node.in(0)));
  const auto spatial = static_cast<size_t>(std::max<int64_t>(rank - 2, 0));
  std::vector<int64_t> axes;
  for (int64_t axis = 2; axis < rank; ++axis) axes.push_back(axis);
  const size_t normal =
      TRY(node.apply(ops::make_mvn_along({.divides = true, .epsilon = epsilon}, axes), {node.in(0)}));
  const size_t scale = TRY(along_channels(node, node.in(1), spatial));
  const size_t bias = TRY(along_channels(node, node.in(2), spatial));
  const size_t scaled = TRY(node.apply(ops::make_multiply(), {normal, scale}));
  return one(node.apply(ops::make_add(), {scaled, bias}));
}

// The formula of ONNX's function, in the type of the operand.
Written write_layer_normalization(NodeWriter& node) {
  const double epsilon = TRY(node.attributes.real("epsilon", 1e-5f));
  const int64_t axis = TRY(node.attributes.integer("axis", -1));
  node.attributes.has("stash_type");
  const int64_t rank = TRY(node.rank(node.in(0)));
  if (axis < -rank || axis >= rank)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "axis " + std::to_string(axis) + " of rank " + std::to_string(rank));
  std::vector<int64_t> last;
  for (int64_t k = axis < 0 ? axis : axis - rank; k < 0; ++k) last.push_back(k);
  const size_t x = node.in(0), axes = node.integers(last);
  const size_t mean = TRY(node.apply(ops::make_reduce_mean(true), {x, axes}));
  const size_t distance = TRY(node.apply(ops::make_subtract(), {x, mean}));
  const size_t square = TRY(node.apply(ops::make_multiply(), {distance, distance}));
  const size_t variance = TRY(node.apply(ops::make_reduce_mean(true), {square, axes}));
  const size_t moved = TRY(node.apply(ops::make_add(), {variance, node.number(node.type(x), epsilon)}));
  const size_t root = TRY(node.apply(ops::make_sqrt(), {moved}));
  size_t value = TRY(node.apply(ops::make_divide(), {distance, root}));
  value = TRY(node.apply(ops::make_multiply(), {value, node.in(1)}));
  if (node.has(2)) value = TRY(node.apply(ops::make_add(), {value, node.in(2)}));
  const size_t inverse = TRY(node.apply(ops::make_divide(), {node.number(node.type(x), 1), root}));
  return std::vector<size_t>{value, mean, inverse};
}

}  // namespace backedge::onnx
