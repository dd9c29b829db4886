#include <algorithm>
#include <optional>

#include "interpreter/onnx/quantization.h"
#include "interpreter/ops/convolution.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/pooling.h"
#include "interpreter/ops/reduce.h"

/// Convolutions and pools: operators with windows that slide over the spatial axes.
namespace backedge::onnx {
namespace {

// The kernel's size along each spatial axis: the attribute, or that of weights if there are some.
Result<std::vector<int64_t>> read_kernel(NodeLowering& node, std::optional<size_t> weights = {}) {
  if (!weights) return node.attributes.integers("kernel_shape");
  const PartialShape& shape = node.known(*weights).signature.shape;
  if (node.attributes.has("kernel_shape")) {
    const std::vector<int64_t> kernel = TRY(node.attributes.integers("kernel_shape"));
    bool fits = !shape.rank_known() || shape.rank() == std::ssize(kernel) + 2;
    for (size_t k = 0; fits && shape.rank_known() && k < kernel.size(); ++k)
      fits = shape[static_cast<int64_t>(k) + 2].admits(kernel[k]);
    if (fits) return kernel;  // [OP-5]
    return Error("OP-5", "the weights have shape " + shape.text() + ", which kernel_shape contradicts");
  }
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

Result<ops::Windows> read_windows(NodeLowering& node, size_t rank, int64_t first_with_dilations = 1) {
  using Padding = ops::Windows::Padding;
  const std::string pad =
      TRY(node.attributes.choice("auto_pad", {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"}, "NOTSET"));
  ops::Windows windows;
  windows.strides = TRY(node.attributes.integers("strides", std::vector<int64_t>(rank, 1)));
  windows.dilations = std::vector<int64_t>(rank, 1);
  if (node.version >= first_with_dilations)
    windows.dilations = TRY(node.attributes.integers("dilations", windows.dilations));
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

// Weights [O, ...] as [groups, O / groups, ...].
Result<size_t> grouped(NodeLowering& node, size_t weights, int64_t groups) {
  const PartialShape& shape = node.known(weights).signature.shape;
  if (!shape.known()) return not_known("the shape of the weights");
  if (groups < 1 || shape.rank() < 1 || shape.shape()[0] % groups != 0)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "group is " + std::to_string(groups) + ", and the weights are " +
                                     node.known(weights).signature.text());
  const Shape known = shape.shape();
  std::vector<int64_t> parts = {groups, known[0] / groups};
  parts.insert(parts.end(), known.begin() + 1, known.end());
  return node.apply(ops::make_reshape(false), {weights, node.integers(parts)});
}

// x * weights with the attributes of Conv.
Result<size_t> convolution(NodeLowering& node, size_t x, size_t weights) {
  const std::vector<int64_t> kernel = TRY(read_kernel(node, weights));
  const ops::Windows windows = TRY(read_windows(node, kernel.size()));
  const int64_t groups = TRY(node.attributes.integer("group", 1));
  if (groups != 1) weights = TRY(grouped(node, weights, groups));
  return node.apply(ops::make_convolution({.windows = windows, .grouped = groups != 1}), {x, weights});
}

// A bias [C] is added to each channel, if there is one.
Lowered with_bias(NodeLowering& node, size_t product, size_t bias_operand) {
  if (!node.has(bias_operand)) return std::vector<size_t>{product};
  TRY(node.check_list_along(bias_operand, node.known(product).signature.shape, 1));
  const int64_t rank = TRY(node.rank(node.in(bias_operand == 2 ? 1 : 3)));
  const size_t bias = TRY(along_channels(node, node.in(bias_operand), rank));
  return one(node.apply(ops::make_add(kRepeatsSecond), {product, bias}));
}

// Each kind of window, how many elements it has and how they are added: a convolution with ones, for each
// channel on its own.
Term sums_of_windows(Formula& f, Term x, const ops::Windows& windows, const std::vector<int64_t>& kernel) {
  std::vector<int64_t> ones = {1, 1};
  ones.insert(ones.end(), kernel.begin(), kernel.end());
  const Term end = f.dimension(shape(x), 0), two = f.integer(2);
  const Term alone = concat({f.integers({-1, 1}), slice(shape(x), two, end, 0)}, 0);
  const Term sums = f.apply(ops::make_convolution({.windows = windows}),
                            {reshape(x, alone), broadcast(f.number(x, 1), f.integers(ones))});
  const Term together = concat({slice(shape(x), f.integer(0), two, 0), slice(shape(sums), two, end, 0)}, 0);
  return reshape(sums, together);
}

Lowered global_pool(NodeLowering& node, Operation (*make)(bool keep_dims)) {
  const int64_t rank = TRY(node.rank(node.in(0)));
  std::vector<int64_t> axes;
  for (int64_t axis = 2; axis < rank; ++axis) axes.push_back(axis);
  return one(node.apply(make(true), {node.in(0), node.integers(axes)}));
}

}  // namespace

Lowered lower_conv(NodeLowering& node) {
  return with_bias(node, TRY(convolution(node, node.in(0), node.in(1))), 2);
}

// The pads follow from output_shape, if there is one, or from auto_pad, which makes it input * stride. If their
// number is odd, SAME_UPPER puts the larger part at the end, and the others at the beginning. The operation
// names them the other way round (OP-21).
Lowered lower_conv_transpose(NodeLowering& node) {
  using Padding = ops::Windows::Padding;
  const std::vector<int64_t> kernel = TRY(read_kernel(node, node.in(1)));
  const size_t rank = kernel.size();
  ops::Windows windows = TRY(read_windows(node, rank));
  const std::vector<int64_t> padding =
      TRY(node.attributes.integers("output_padding", std::vector<int64_t>(rank, 0)));
  TRY(check_least(padding, "output_padding", rank, 0));
  const int64_t groups = TRY(node.attributes.integer("group", 1));
  std::vector<size_t> operands = {node.in(0), node.in(1)};
  if (groups != 1) operands[1] = TRY(grouped(node, node.in(1), groups));
  const bool is_same = windows.padding == Padding::kSameUpper || windows.padding == Padding::kSameLower;
  if (node.attributes.has("output_shape")) {
    operands.push_back(node.integers(TRY(node.attributes.integers("output_shape"))));
  } else if (is_same) {
    const size_t shape = TRY(shape_of(node, node.in(0)));
    const size_t spatial = TRY(part_of(node, shape, 2, static_cast<int64_t>(rank) + 2));
    operands.push_back(TRY(node.apply(ops::make_multiply(), {spatial, node.integers(windows.strides)})));
  }
  if (operands.size() == 3) {
    windows.padding = windows.padding == Padding::kSameUpper ? Padding::kSameLower : Padding::kSameUpper;
  }
  const ops::ConvolutionBackprop options{
      .windows = windows, .output_padding = padding, .grouped = groups != 1};
  const size_t product = TRY(node.apply(ops::make_convolution_backprop(options), std::move(operands)));
  return with_bias(node, product, 2);
}

// Integers minus their zero points, in i32.
Lowered lower_conv_integer(NodeLowering& node) {
  Formula f(node);
  const Term x = without_zero_point(node, f.in(0), 2, 0);
  const Term w = without_zero_point(node, f.in(1), 3, 0);
  const std::vector<size_t> operands = TRY(f.lowered({x, w}));
  return one(convolution(node, operands[0], operands[1]));
}

Lowered lower_q_linear_conv(NodeLowering& node) {
  Formula f(node);
  const Term x = without_zero_point(node, f.in(0), 2, 0);
  const Term w = without_zero_point(node, f.in(3), 5, 0);
  const std::vector<size_t> operands = TRY(f.lowered({x, w}));
  const size_t product = TRY(convolution(node, operands[0], operands[1]));
  const Term sums = f.of(TRY(with_bias(node, product, 8)).front());
  const Term w_scale = f.of(TRY(along_channels(node, node.in(4), f.rank(w))));
  return f.lowered({requantized(f, sums, f.in(1) * w_scale / f.in(6), f.in(7))});
}

// Indices that count along the first spatial axis first, instead of the last one.
Result<size_t> in_column_major(NodeLowering& node, size_t indices, int64_t axes) {
  Formula f(node);
  const Term index = f.of(indices), one = f.integer(1);
  std::vector<Term> sizes;
  Term all = one;
  for (int64_t axis = 0; axis < axes; ++axis) {
    sizes.push_back(f.dimension(f.in(0), axis + 2));
    all = all * sizes.back();
  }
  const auto remainder = [](Term x, Term by) { return x - x / by * by; };
  Term result = index - remainder(index, all), rest = remainder(index, all), before = all;
  for (size_t axis = sizes.size(); axis-- > 0;) {
    before = before / sizes[axis];
    result = result + remainder(rest, sizes[axis]) * before;
    rest = rest / sizes[axis];
  }
  return TRY(f.lowered({result})).front();
}

// The windows of MaxPool, AveragePool and LpPool.
Result<ops::Windows> read_pool(NodeLowering& node, const std::vector<int64_t>& kernel,
                               int64_t first_with_dilations) {
  ops::Windows windows = TRY(read_windows(node, kernel.size(), first_with_dilations));
  TRY(check_least(kernel, "kernel_shape", kernel.size(), 1));
  if (node.version >= 10 && TRY(node.attributes.boolean("ceil_mode", false)))
    windows.rounding = ops::Windows::Rounding::kUpInData;  // [OP-20]
  return windows;
}

Lowered lower_max_pool(NodeLowering& node) {
  const std::vector<int64_t> kernel = TRY(read_kernel(node));
  const ops::Windows windows = TRY(read_pool(node, kernel, 10));
  const bool is_column_major = node.version >= 8 && TRY(node.attributes.integer("storage_order", 0)) != 0;
  std::vector<size_t> outputs =
      TRY(node.apply_all(ops::make_max_pool({.windows = windows, .kernel = kernel}), {node.in(0)}, 2));
  if (node.version < 8) outputs.resize(1);
  if (is_column_major && node.outputs() > 1)
    outputs[1] = TRY(in_column_major(node, outputs[1], std::ssize(kernel)));
  return outputs;
}

Lowered lower_average_pool(NodeLowering& node) {
  const std::vector<int64_t> kernel = TRY(read_kernel(node));
  const ops::Windows windows = TRY(read_pool(node, kernel, 19));
  const bool counts_padding = TRY(node.attributes.boolean("count_include_pad", false));
  return one(node.apply(
      ops::make_avg_pool({.windows = windows, .kernel = kernel, .excludes_padding = !counts_padding}),
      {node.in(0)}));
}

// (sum |x|^p)^(1/p) of each window.
Lowered lower_lp_pool(NodeLowering& node) {
  const int64_t p = TRY(node.attributes.integer("p", 2));
  const std::vector<int64_t> kernel = TRY(read_kernel(node));
  const ops::Windows windows = TRY(read_pool(node, kernel, 18));
  if (p < 1) return Error("ONNX-GRAPH-6", "p is below 1, which is not supported");  // [ONNX-GRAPH-6]
  Formula f(node);
  const double order = static_cast<double>(p);
  const Term powers = power(abs(f.in(0)), f.number(f.in(0), order));
  const Term sums = sums_of_windows(f, powers, windows, kernel);
  return f.lowered({power(sums, f.number(sums, 1 / order))});
}

// Puts each element where MaxPool found it, and zeros elsewhere.
Lowered lower_max_unpool(NodeLowering& node) {
  const std::vector<int64_t> kernel = TRY(read_kernel(node));
  const ops::Windows windows = TRY(read_windows(node, kernel.size()));
  TRY(check_least(kernel, "kernel_shape", kernel.size(), 1));
  Formula f(node);
  const Term x = f.in(0);
  std::vector<int64_t> extra;
  for (size_t k = 0; k < kernel.size(); ++k)
    extra.push_back(kernel[k] - windows.strides[k] - windows.pads_begin[k] - windows.pads_end[k]);
  const Term two = f.integer(2), rank = f.dimension(shape(x), 0);
  const Term spatial = slice(shape(x), two, rank, 0) * f.integers(windows.strides) + f.integers(extra);
  const Term pooled = concat({slice(shape(x), f.integer(0), two, 0), spatial}, 0);
  const Term size = node.has(2) ? f.in(2) : pooled;
  // Indices count through the whole tensor that was pooled: they name a position in it.
  const Term count = f.apply(ops::make_reduce_prod(), {pooled, f.integers({0})});
  const Term flat =
      f.apply(ops::make_scatter_elements_update(), {broadcast(f.number(x, 0), reshape(count, {1})),
                                                    reshape(f.in(1), {-1}), reshape(x, {-1}), f.integer(0)});
  const Term whole = reshape(flat, pooled);
  const Term ends = size - pooled;
  const Term begins = broadcast(f.integer(0), shape(ends));
  return f.lowered({f.apply(ops::make_pad({.mode = ops::Pad::Mode::kConstant}), {whole, begins, ends})});
}

Lowered lower_global_average_pool(NodeLowering& node) { return global_pool(node, ops::make_reduce_mean); }
Lowered lower_global_max_pool(NodeLowering& node) { return global_pool(node, ops::make_reduce_max); }

}  // namespace backedge::onnx
