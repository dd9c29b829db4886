#include "interpreter/onnx/formula.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/grid_sample.h"

/// DeformConv: a convolution that takes its elements beside the places of the kernel, in two dimensions.
namespace backedge::onnx {
namespace {

struct DeformConvOptions {
  std::vector<int64_t> strides, dilations, pads;  // pads: begins, then ends
  std::vector<int64_t> kernel = {};               // that of the weights if it is empty
  int64_t groups, offset_groups;
};

Result<std::vector<int64_t>> read_pair(NodeWriter& node, const char* name, size_t size, int64_t otherwise) {
  const std::vector<int64_t> list =
      TRY(node.attributes.integers(name, std::vector<int64_t>(size, otherwise)));
  bool in_range = list.size() == size;
  for (const int64_t number : list) in_range = in_range && number >= otherwise && number < 1 << 30;
  if (in_range) return list;
  return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
               std::string(name) + " is out of its range, or not for two axes, which alone are supported");
}

Result<DeformConvOptions> read_options(NodeWriter& node) {
  DeformConvOptions options;
  if (node.attributes.has("kernel_shape")) options.kernel = TRY(read_pair(node, "kernel_shape", 2, 1));
  options.strides = TRY(read_pair(node, "strides", 2, 1));
  options.dilations = TRY(read_pair(node, "dilations", 2, 1));
  options.pads = TRY(read_pair(node, "pads", 4, 0));
  options.groups = TRY(node.attributes.integer("group", 1));
  options.offset_groups = TRY(node.attributes.integer("offset_group", 1));
  if (options.groups < 1 || options.offset_groups < 1)
    return Error("ONNX-GRAPH-6", "group or offset_group is below 1");  // [ONNX-GRAPH-6]
  return options;
}

// x, whose shape must be the one in a list.  [OP-5]
Term of_shape(Term x, Term list) {
  const Term all = broadcast(x.formula->number(ElementType::kBoolean, 1), list);
  return x.formula->apply(ops::make_select({.mode = ops::Broadcasting::Mode::kNone}), {all, x, x});
}

// The places of a kernel along one axis of data.
Term output_size(const DeformConvOptions& options, Term data, Term kernel, size_t axis) {
  Formula& f = *data.formula;
  const Term padded = data + f.integer(options.pads[axis] + options.pads[axis + 2]);
  const Term covered = f.integer(options.dilations[axis]) * (kernel - f.integer(1)) + f.integer(1);
  return f.apply(ops::make_divide({.floors_integers = true}),
                 {padded - covered, f.integer(options.strides[axis])}) +
         f.integer(1);
}

// A list along the axis `rank - 1 - after` of a tensor.
Term before_axes(Term list, size_t after) {
  std::vector<int64_t> shape(after + 1, 1);
  shape[0] = -1;
  return reshape(list, shape);
}

// The positions along one axis of data as GridSample counts them: -1 and 1 are the borders of the outer
// elements. Offsets are [N, groups, kernel rows, kernel columns, rows, columns], in f64.
Term positions(const DeformConvOptions& options, Term offsets, Term data, Term kernel, Term outputs,
               size_t axis) {
  Formula& f = *offsets.formula;
  const auto real = [&](Term x) { return cast(x, ElementType::kF64); };
  const auto number = [&](int64_t value) { return f.integer(value); };
  const Term steps = count_to(outputs) * number(options.strides[axis]) - number(options.pads[axis]);
  const Term taps = count_to(kernel) * number(options.dilations[axis]);
  const Term places = real(before_axes(steps, 1 - axis) + before_axes(taps, 3 - axis));
  const Term two = f.number(ElementType::kF64, 2), one = f.number(ElementType::kF64, 1);
  return ((places + offsets) * two + one) / real(data) - one;
}

}  // namespace

// The elements between four neighbours, with zeros outside, times the mask; then a product of matrices.
Written write_deform_conv(NodeWriter& node) {
  const DeformConvOptions options = TRY(read_options(node));
  Formula f(node);
  const Term x = f.in(0);
  const Term batch = f.dimension(x, 0), channels = f.dimension(x, 1), rows = f.dimension(x, 2),
             columns = f.dimension(x, 3);
  const auto kernel_size = [&](size_t axis) {
    return options.kernel.empty() ? f.dimension(f.in(1), static_cast<int64_t>(axis) + 2)
                                  : f.integer(options.kernel[axis]);
  };
  const Term kernel_rows = kernel_size(0), kernel_columns = kernel_size(1);
  const Term out_rows = output_size(options, rows, kernel_rows, 0);
  const Term out_columns = output_size(options, columns, kernel_columns, 1);
  const Term groups = f.integer(options.groups), offset_groups = f.integer(options.offset_groups);
  const Term parts = batch * offset_groups, taps = kernel_rows * kernel_columns;
  const Term out_channels = f.dimension(f.in(1), 0);
  const Term w = of_shape(f.in(1), f.list({out_channels, channels / groups, kernel_rows, kernel_columns}));
  const auto of_taps = [&](size_t k, int64_t each) {
    return of_shape(f.in(k), f.list({batch, offset_groups * taps * f.integer(each), out_rows, out_columns}));
  };
  const Term offset = of_taps(2, 2);

  const Term pairs = reshape(
      cast(offset, ElementType::kF64),
      f.list({batch, offset_groups, kernel_rows, kernel_columns, f.integer(2), out_rows, out_columns}));
  const Term along_rows = positions(options, gather(pairs, f.integer(0), 4), rows, kernel_rows, out_rows, 0);
  const Term along_columns =
      positions(options, gather(pairs, f.integer(1), 4), columns, kernel_columns, out_columns, 1);
  const Term grid = reshape(concat({unsqueeze(along_columns, {-1}), unsqueeze(along_rows, {-1})}, -1),
                            f.list({parts, taps * out_rows, out_columns, f.integer(2)}));
  const Term images = reshape(x, f.list({parts, channels / offset_groups, rows, columns}));
  Term sampled = f.apply(ops::make_grid_sample({}), {images, grid});
  if (node.has(4))
    sampled = sampled * reshape(of_taps(4, 1), f.list({parts, f.integer(1), taps * out_rows, out_columns}));
  const Term blocks =
      reshape(sampled, f.list({batch, groups, channels / groups * taps, out_rows * out_columns}));
  const Term weights = reshape(w, f.list({groups, out_channels / groups, channels / groups * taps}));
  Term y = reshape(matmul(weights, blocks), f.list({batch, out_channels, out_rows, out_columns}));
  if (node.has(3)) y = y + before_axes(of_shape(f.in(3), f.list({out_channels})), 2);
  return f.written({y});
}

}  // namespace backedge::onnx
