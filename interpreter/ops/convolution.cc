#include "interpreter/ops/convolution.h"

#include <algorithm>

#include "interpreter/ops/convolve.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/windows.h"

namespace backedge::ops {
namespace {

/// The axes of the kernel.
struct KernelAxes {
  int64_t in, out, spatial;

  static KernelAxes of(bool grouped, bool backward) {
    const int64_t first = grouped ? 1 : 0;
    return {first + (backward ? 0 : 1), first + (backward ? 1 : 0), first + 2};
  }
};

Result<PartialShape> with_rank(std::span<const Operand> inputs, size_t k, int64_t rank) {
  Result<PartialShape> shape = shape_of_rank(inputs, k, rank);
  if (shape.ok()) return shape;
  return shape.take_error().note("the strides say how many spatial axes there are");
}

/// The output without its spatial axes: [N, O].
Result<PartialShape> infer_channels(const PartialShape& data, const PartialShape& kernel, bool grouped,
                                    const KernelAxes& axes) {
  const Dimension groups = grouped ? kernel[0] : Dimension::exactly(1);
  if (!TRY(product_of(groups, kernel[axes.in])).meets(data[1])) {
    return Error("OP-5", "data of shape " + data.text() + " and a kernel of shape " + kernel.text() +
                             " have different numbers of channels");
  }
  PartialShape shape = PartialShape::of_rank(0);
  shape.push_back(data[0]);
  shape.push_back(TRY(product_of(groups, kernel[axes.out])));
  return shape;
}

Result<void> infer_convolution(const Convolution& options, std::span<const Operand> inputs,
                               std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kNumeric));
  const int64_t spatial = options.windows.rank();
  const KernelAxes axes = KernelAxes::of(options.grouped, false);
  const PartialShape data = TRY(with_rank(inputs, 0, spatial + 2));
  const PartialShape kernel = TRY(with_rank(inputs, 1, spatial + axes.spatial));
  PartialShape shape = TRY(infer_channels(data, kernel, options.grouped, axes));
  for (int64_t k = 0; k < spatial; ++k)
    shape.push_back(TRY(count_windows(options.windows, k, data[2 + k], kernel[axes.spatial + k])));
  outputs[0] = {inputs[0].type, shape};
  return {};
}

/// The size of spatial axis k of the output, before pads remove elements.
Wide full_size(const ConvolutionBackprop& options, int64_t k, int64_t data, int64_t kernel) {
  const auto at = static_cast<size_t>(k);
  return Wide{data - 1} * options.windows.strides[at] +
         extent_of_window(kernel, options.windows.dilations[at]) + options.output_padding[at];
}

/// The size of spatial axis k of the output, as far as it is known.
Result<Dimension> size_without_shape(const ConvolutionBackprop& options, int64_t k, Dimension data,
                                     Dimension kernel) {
  const Windows& windows = options.windows;
  const auto at = static_cast<size_t>(k);
  const bool removes = windows.padding == Windows::Padding::kExplicit;
  const Wide pads = removes ? Wide{windows.pads_begin[at]} + windows.pads_end[at] : Wide{0};
  Dimension size = Dimension::any();
  const Wide least = full_size(options, k, data.min, std::max<int64_t>(kernel.min, 1)) - pads;
  size.min = TRY(checked_size(std::max<Wide>(least, 0), "elements along an axis"));
  if (data.max != Dimension::kUnbounded && kernel.max != Dimension::kUnbounded) {
    const Wide most = full_size(options, k, data.max, kernel.max) - pads;
    if (most < 0) {
      return Error("OP-5", "the pads remove more than spatial axis " + std::to_string(k) + " has");
    }
    size.max = static_cast<int64_t>(std::min<Wide>(most, Dimension::kUnbounded));
  }
  return size;
}

/// errors  OP-5
Result<void> check_kernel(const PartialShape& kernel, int64_t first_spatial) {
  for (int64_t axis = first_spatial; axis < kernel.rank(); ++axis) {
    if (kernel[axis].max < 1)  // [OP-20]
      return Error("OP-5", "a kernel of shape " + kernel.text() + " has no elements for two channels");
  }
  return {};
}

/// errors  OP-4, OP-5
Result<void> check_output_shape(std::span<const Operand> inputs, int64_t spatial) {
  TRY(check_list(inputs, 2));
  if (length_of(inputs[2]).value_or(spatial) == spatial) return {};
  return Error("OP-5", shape_text(inputs, 2) + ", expected one size for each of the " +
                           std::to_string(spatial) + " spatial axes");
}

Result<void> infer_backprop(const ConvolutionBackprop& options, std::span<const Operand> inputs,
                            std::span<Signature> outputs) {
  TRY(check_types(inputs.first(2), Types::kNumeric));
  const int64_t spatial = options.windows.rank();
  const bool has_shape = inputs.size() > 2;
  if (has_shape) TRY(check_output_shape(inputs, spatial));
  const KernelAxes axes = KernelAxes::of(options.grouped, true);
  const PartialShape data = TRY(with_rank(inputs, 0, spatial + 2));
  const PartialShape kernel = TRY(with_rank(inputs, 1, spatial + axes.spatial));
  TRY(check_kernel(kernel, axes.spatial));
  PartialShape shape = TRY(infer_channels(data, kernel, options.grouped, axes));
  for (int64_t k = 0; k < spatial; ++k)
    shape.push_back(has_shape ? TRY(dimension_at(inputs, 2, k))
                              : TRY(size_without_shape(options, k, data[2 + k], kernel[axes.spatial + k])));
  outputs[0] = {inputs[0].type, shape};
  return {};
}

/// The windows along spatial axis k: they slide over the output, and there is one for each element of data.
WindowsAlong windows_over_output(const ConvolutionBackprop& options, int64_t k, int64_t data, int64_t size,
                                 int64_t output, bool has_shape) {
  using Padding = Windows::Padding;
  const auto at = static_cast<size_t>(k);
  const Windows& windows = options.windows;
  WindowsAlong along = {output, data, size, windows.strides[at], windows.dilations[at], 0};
  if (has_shape) {
    const Wide pads = full_size(options, k, data, size) - output;
    const Wide half = (pads - (pads % 2 != 0 && pads < 0 ? 1 : 0)) / 2;       // rounded down
    along.pad = windows.padding == Padding::kSameUpper ? pads - half : half;  // [OP-21]
  } else if (windows.padding == Padding::kExplicit) {
    along.pad = windows.pads_begin[at];
  }
  return along;
}

/// along  the windows along spatial axis k
template <class Along>
Result<void> run_plan(const KernelCall& call, bool grouped, bool backward, Along along) {
  const Tensor &data = call.input(0), &kernel = call.input(1), &output = call.output();
  if (output.count() == 0) return {};
  if (kernel.count() == 0 || data.count() == 0) {
    std::fill_n(call.output().writable_bytes(), output.byte_count(), std::byte{0});
    return {};
  }
  const KernelAxes axes = KernelAxes::of(grouped, backward);
  ConvolutionPlan plan = {.backward = backward,
                          .batch = data.shape()[0],
                          .groups = grouped ? kernel.shape()[0] : 1,
                          .in = kernel.shape()[axes.in],
                          .out = kernel.shape()[axes.out]};
  int64_t elements = 1;  // of the kernel for two channels
  for (int64_t k = 0; k + 2 < data.shape().rank(); ++k) {
    const int64_t size = kernel.shape()[axes.spatial + k];
    plan.along.push_back(along(k, data.shape()[2 + k], size, output.shape()[2 + k]));
    elements *= size;
  }
  plan.stride_of_group = elements * plan.in * plan.out;
  plan.stride_of_in = elements * (backward ? plan.out : 1);
  plan.stride_of_out = elements * (backward ? 1 : plan.in);
  return convolve(plan, call);
}

Result<void> convolution(const Convolution& options, const KernelCall& call) {
  const auto along = [&](int64_t k, int64_t data, int64_t size, int64_t output) {
    return windows_along(options.windows, k, data, size, output);
  };
  return run_plan(call, options.grouped, false, along);
}

Result<void> backprop(const ConvolutionBackprop& options, const KernelCall& call) {
  const auto along = [&](int64_t k, int64_t data, int64_t size, int64_t output) {
    return windows_over_output(options, k, data, size, output, call.inputs.size() > 2);
  };
  return run_plan(call, options.grouped, true, along);
}

}  // namespace

Operation make_convolution(const Convolution& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_convolution, options),
               .kernel = std::bind_front(convolution, options),
               .error = kSumOfProducts});
}

Operation make_convolution_backprop(const ConvolutionBackprop& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_backprop, options),
               .kernel = std::bind_front(backprop, options),
               .shaping_inputs = {2},
               .error = kSumOfProducts});
}

}  // namespace backedge::ops
