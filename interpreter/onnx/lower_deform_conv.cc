#include "interpreter/onnx/formula.h"
#include "interpreter/ops/deformable.h"
#include "interpreter/ops/elementwise.h"

/// DeformConv: a convolution that takes its elements beside the places of the kernel, in two dimensions.
namespace backedge::onnx {
namespace {

Result<std::vector<int64_t>> read_list(NodeLowering& node, const char* name, size_t size, int64_t least) {
  const std::vector<int64_t> list = TRY(node.attributes.integers(name, std::vector<int64_t>(size, least)));
  bool in_range = list.size() == size;
  for (const int64_t number : list) in_range = in_range && number >= least && number < 1 << 30;
  if (in_range) return list;
  return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
               std::string(name) + " must have " + std::to_string(size) + " numbers, each from " +
                   std::to_string(least) + " to 2^30 - 1; only two spatial axes are supported");
}

Result<ops::DeformableConvolution> read_deform_options(NodeLowering& node) {
  ops::DeformableConvolution options;
  options.windows.strides = TRY(read_list(node, "strides", 2, 1));
  options.windows.dilations = TRY(read_list(node, "dilations", 2, 1));
  const std::vector<int64_t> pads = TRY(read_list(node, "pads", 4, 0));
  options.windows.pads_begin = {pads[0], pads[1]};
  options.windows.pads_end = {pads[2], pads[3]};
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

}  // namespace

Lowered lower_deform_conv(NodeLowering& node) {
  const ops::DeformableConvolution options = TRY(read_deform_options(node));
  std::vector<int64_t> kernel;
  if (node.attributes.has("kernel_shape")) kernel = TRY(read_list(node, "kernel_shape", 2, 1));
  Formula f(node);
  const Term x = f.in(0), out_channels = f.dimension(f.in(1), 0);
  Term w = f.in(1);
  if (!kernel.empty())
    w = of_shape(w, f.list({out_channels, f.dimension(w, 1), f.integer(kernel[0]), f.integer(kernel[1])}));
  const Operation operation = ops::make_deformable_convolution(options);
  Term y = node.has(4) ? f.apply(operation, {x, f.in(2), w, f.in(4)}) : f.apply(operation, {x, f.in(2), w});
  if (node.has(3)) y = y + reshape(of_shape(f.in(3), f.list({out_channels})), {-1, 1, 1});
  return f.lowered({y});
}

}  // namespace backedge::onnx
