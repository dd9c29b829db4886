#include "interpreter/ops/windows.h"

#include <algorithm>

#include "interpreter/onnx/writer/operation_writer.h"

/// Convolutions and pools.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;
using Padding = ops::Windows::Padding;

AttributeList attributes_of(const ops::Windows& windows, const std::vector<int64_t>& kernel) {
  AttributeList attributes = {{"strides", windows.strides}};
  if (!kernel.empty()) append(attributes, {"kernel_shape", kernel});
  if (!windows.dilations.empty()) append(attributes, {"dilations", windows.dilations});
  if (windows.padding == Padding::kExplicit) {
    std::vector<int64_t> pads = windows.pads_begin;
    pads.insert(pads.end(), windows.pads_end.begin(), windows.pads_end.end());
    append(attributes, {"pads", pads});
  } else {
    append(attributes, {"auto_pad", windows.padding == Padding::kSameUpper   ? "SAME_UPPER"
                                    : windows.padding == Padding::kSameLower ? "SAME_LOWER"
                                                                             : "VALID"});
  }
  return attributes;
}

// A kernel [groups, O / groups, ...] as [O, ...], and the number of groups.
struct GroupedKernel {
  Named kernel;
  int64_t groups = 1;
};

Result<GroupedKernel> ungrouped(OperationWriter& op, bool grouped) {
  const Named& kernel = op.in(1);
  if (!kernel.shape().known()) return cannot_express("a kernel of unknown shape");
  if (!grouped) return GroupedKernel{kernel};
  const Shape shape = kernel.shape().shape();
  std::vector<int64_t> joined = {shape[0] * shape[1]};
  joined.insert(joined.end(), shape.begin() + 2, shape.end());
  const Signature signature{kernel.type(), PartialShape(Shape(joined))};
  const AttributeList exact = {{"allowzero", int64_t{1}}};
  return GroupedKernel{op.add("Reshape", {kernel, integers(joined)}, signature, exact), shape[0]};
}

std::vector<int64_t> spatial_sizes(const Named& kernel) {
  const Shape shape = kernel.shape().shape();
  return {shape.begin() + 2, shape.end()};
}

Values convolution(OperationWriter& op) {
  const auto& options = op.options<ops::Convolution>();
  const auto [kernel, groups] = TRY(ungrouped(op, options.grouped));
  AttributeList attributes = attributes_of(options.windows, spatial_sizes(kernel));
  append(attributes, {"group", groups});
  return op.finish({op.in(0), kernel}, attributes);
}

// The pads that follow from the size of the output  (OP-21). They may be below 0.
Result<ops::Windows> with_pads_for_output(const OperationWriter& op, const ops::ConvolutionBackprop& options,
                                          const std::vector<int64_t>& kernel) {
  const PartialShape &data = op.in(0).shape(), &output = op.outputs[0].shape;
  if (!data.rank_known() || !output.rank_known())
    return cannot_express("a transposed convolution to a shape, of data of unknown rank");
  ops::Windows windows = options.windows;
  windows.padding = Padding::kExplicit;
  windows.pads_begin.clear();
  windows.pads_end.clear();
  for (size_t k = 0; k < kernel.size(); ++k) {
    const Dimension from = data[2 + static_cast<int64_t>(k)], to = output[2 + static_cast<int64_t>(k)];
    if (!from.known() || !to.known())
      return cannot_express("a transposed convolution to a shape, if a size is not known");
    const int64_t whole = (from.min - 1) * windows.strides[k] + (kernel[k] - 1) * windows.dilations[k] + 1 +
                          options.output_padding[k];
    const int64_t pads = whole - to.min;
    const int64_t half = (pads - (pads < 0 ? 1 : 0)) / 2;  // rounded down
    const bool begins_with_more = options.windows.padding == Padding::kSameUpper;
    windows.pads_begin.push_back(begins_with_more ? pads - half : half);
    windows.pads_end.push_back(pads - windows.pads_begin.back());
  }
  return windows;
}

// Pads below 0 add zeros. ONNX has none, so they become a Pad of the result: they are moved out of `windows`.
std::vector<int64_t> take_zeros(ops::Windows& windows) {
  std::vector<int64_t> zeros = {0, 0};
  for (auto* pads : {&windows.pads_begin, &windows.pads_end}) {
    for (int64_t& pad : *pads) {
      zeros.push_back(std::max<int64_t>(-pad, 0));
      pad = std::max<int64_t>(pad, 0);
    }
    if (pads == &windows.pads_begin) zeros.insert(zeros.end(), {0, 0});
  }
  return zeros;
}

Values convolution_backprop(OperationWriter& op) {
  const auto& options = op.options<ops::ConvolutionBackprop>();
  const auto [kernel, groups] = TRY(ungrouped(op, options.grouped));
  ops::Windows windows = options.windows;
  if (op.has(2)) windows = TRY(with_pads_for_output(op, options, spatial_sizes(kernel)));
  if (!op.has(2) && windows.padding != Padding::kExplicit) {  // no pads  (OP-21)
    windows.padding = Padding::kExplicit;
    windows.pads_begin.assign(windows.strides.size(), 0);
    windows.pads_end = windows.pads_begin;
  }
  const std::vector<int64_t> zeros = take_zeros(windows);
  AttributeList attributes = attributes_of(windows, spatial_sizes(kernel));
  append(attributes, {"group", groups});
  if (!options.output_padding.empty()) append(attributes, {"output_padding", options.output_padding});
  if (std::none_of(zeros.begin(), zeros.end(), [](int64_t pad) { return pad > 0; }))
    return op.finish({op.in(0), kernel}, attributes);
  const Named inside = op.add("ConvTranspose", {op.in(0), kernel}, any_of(op.in(0).type()), attributes);
  return op.finish("Pad", {inside, integers(zeros)}, {{"mode", "constant"}});
}

// The number of windows along each axis if it is rounded like that; empty if a size is not known.
std::vector<int64_t> counts_of(const OperationWriter& op, ops::Windows windows,
                               const std::vector<int64_t>& kernel, ops::Windows::Rounding rounding) {
  const PartialShape& data = op.in(0).shape();
  windows.rounding = rounding;
  std::vector<int64_t> counts;
  for (int64_t k = 0; k < windows.rank(); ++k) {
    if (!data.rank_known() || !data[2 + k].known()) return {};
    const auto size = Dimension::exactly(kernel[static_cast<size_t>(k)]);
    const Result<Dimension> count = ops::count_windows(windows, k, data[2 + k], size);
    if (!count.ok()) return {};
    counts.push_back(count.value().min);
  }
  return counts;
}

ops::Wide extent_of(const ops::Windows& windows, const std::vector<int64_t>& kernel, size_t k) {
  return ops::extent_of_window(kernel[k], windows.dilations.empty() ? 1 : windows.dilations[k]);
}

// Whether no window can begin in the padding at the end, whatever the size of data is.
bool all_begin_before_padding(const ops::Windows& windows, const std::vector<int64_t>& kernel) {
  if (windows.padding != Padding::kExplicit) return true;  // OP-20
  for (size_t k = 0; k < kernel.size(); ++k) {
    if (ops::Wide{windows.pads_end[k]} + windows.strides[k] > extent_of(windows, kernel, k)) return false;
  }
  return true;
}

// Pads at the end that leave room for so many windows if their number is rounded down.
std::vector<int64_t> pads_for(const OperationWriter& op, const ops::Windows& windows,
                              const std::vector<int64_t>& kernel, const std::vector<int64_t>& counts) {
  std::vector<int64_t> pads;
  for (size_t k = 0; k < counts.size(); ++k) {
    const ops::Wide used = ops::Wide{counts[k] - 1} * windows.strides[k] + extent_of(windows, kernel, k);
    const ops::Wide before =
        ops::Wide{windows.pads_begin[k]} + op.in(0).shape()[static_cast<int64_t>(k) + 2].min;
    pads.push_back(static_cast<int64_t>(std::max<ops::Wide>(used - before, 0)));
  }
  return pads;
}

// A last window that begins in the padding at the end is left out by ONNX from version 22 on. The formula of
// earlier versions counts it.
Result<AttributeList> rounded_up(const OperationWriter& op, ops::Windows windows,
                                 const std::vector<int64_t>& kernel, bool counts_padding) {
  using Rounding = ops::Windows::Rounding;
  const std::vector<int64_t> up = counts_of(op, windows, kernel, Rounding::kUp),
                             in_data = counts_of(op, windows, kernel, Rounding::kUpInData);
  if (up.empty() && !all_begin_before_padding(windows, kernel))
    return cannot_express("the last windows of a pool of unknown shape that is rounded up");
  if (up != in_data) {
    if (windows.rounding == Rounding::kUp || counts_padding)
      return cannot_express("a pool with a last window that begins in the padding");
    windows.pads_end = pads_for(op, windows, kernel, in_data);
    return attributes_of(windows, kernel);
  }
  AttributeList attributes = attributes_of(windows, kernel);
  append(attributes, {"ceil_mode", int64_t{1}});
  return attributes;
}

// The positions count through the axes from one on. ONNX counts through all.
Result<Named> counted_from(OperationWriter& op, const Named& positions, int64_t axis) {
  const PartialShape& data = op.in(0).shape();
  if (axis == 0 || (data.rank_known() && axis == -data.rank())) return positions;
  int64_t count = 1;
  for (int64_t k = data.rank_known() ? *normalize_axis(axis, data.rank()) : 0; k < data.rank(); ++k) {
    if (!data[k].known()) return cannot_express("the positions of a MaxPool with an axis, of unknown shape");
    count *= data[k].min;
  }
  return op.add("Mod", {positions, integer(std::max<int64_t>(count, 1))}, positions.signature);
}

Result<AttributeList> attributes_of_pool(const OperationWriter& op, ops::Windows windows,
                                         const std::vector<int64_t>& kernel, bool counts_padding = false) {
  if (windows.rounding == ops::Windows::Rounding::kDown) return attributes_of(windows, kernel);
  // In ONNX's formula for VALID, ceil_mode adds no window.
  if (windows.padding == Padding::kValid) {
    windows.padding = Padding::kExplicit;
    windows.pads_begin.assign(kernel.size(), 0);
    windows.pads_end = windows.pads_begin;
  }
  return rounded_up(op, windows, kernel, counts_padding);
}

Values max_pool(OperationWriter& op) {
  const auto& options = op.options<ops::MaxPool>();
  const AttributeList attributes = TRY(attributes_of_pool(op, options.windows, options.kernel));
  if (op.outputs.size() == 1) return op.finish(op.inputs, attributes);
  const Signature positions{ElementType::kI64, op.outputs[1].shape};
  std::vector<Named> made =
      op.to.add_all("MaxPool", op.inputs, {op.outputs[0], positions}, attributes, op.name);
  made[1] = cast(op.to, TRY(counted_from(op, made[1], options.axis)), options.index_type);
  return made;
}

// A window of only padding has no mean, which is an error of integers. There is none without padding.
bool has_padding(const ops::Windows& windows) {
  const auto adds = [](const std::vector<int64_t>& pads) {
    return std::any_of(pads.begin(), pads.end(), [](int64_t pad) { return pad > 0; });
  };
  if (windows.padding == Padding::kValid) return false;
  return windows.padding != Padding::kExplicit || adds(windows.pads_begin) || adds(windows.pads_end) ||
         windows.rounding == ops::Windows::Rounding::kUp;
}

// ONNX has means of real numbers. A mean in f64 of integers of up to 32 bits has their whole part  (OP-33).
Values avg_pool(OperationWriter& op) {
  const auto& options = op.options<ops::AvgPool>();
  const ElementType type = op.in(0).type();
  const bool counts_padding = !options.excludes_padding;
  AttributeList attributes = TRY(attributes_of_pool(op, options.windows, options.kernel, counts_padding));
  append(attributes, {"count_include_pad", int64_t{counts_padding}});
  const bool is_wide = type == ElementType::kI64 || type == ElementType::kU64;
  if (is_real(type) || is_wide) return op.finish(op.inputs, attributes);
  if (has_padding(options.windows))
    return cannot_express("an AvgPool of integers with a window that may hold only padding");
  const Named data = cast(op.to, op.in(0), ElementType::kF64);
  const Named means = op.add("AveragePool", {data}, {ElementType::kF64, op.outputs[0].shape}, attributes);
  return std::vector<Named>{cast(op.to, means, type)};
}

constexpr WriterRow kWindowRows[] = {
    {"avg_pool", avg_pool, "AveragePool"},
    {"convolution", convolution, "Conv"},
    {"convolution_backprop", convolution_backprop, "ConvTranspose"},
    {"max_pool", max_pool, "MaxPool"},
};

}  // namespace

std::span<const WriterRow> window_rows() { return kWindowRows; }

}  // namespace backedge::onnx::writing
