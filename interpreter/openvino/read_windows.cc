#include <algorithm>

#include "interpreter/openvino/read_operations.h"
#include "interpreter/ops/col2im.h"
#include "interpreter/ops/convolution.h"
#include "interpreter/ops/deformable.h"
#include "interpreter/ops/patches.h"
#include "interpreter/ops/pooling.h"

/// Attributes of operations whose windows slide over spatial axes: convolutions, pooling and
/// patches of images.
namespace backedge::openvino {
namespace {

using Numbers = std::vector<int64_t>;
using ops::Windows;

/// The numbers of an attribute, none below `least`.
Result<Numbers> read_numbers(Attributes& attributes, std::string_view name, int64_t least,
                             std::optional<Numbers> otherwise = {}) {
  const Numbers numbers = TRY(attributes.integers(name, std::move(otherwise)));
  for (const int64_t number : numbers) {
    if (number >= least) continue;
    return Error("OP-2",  // [OP-2]
                 "attribute " + std::string(name) + " has " + std::to_string(number) + ", expected " +
                     std::to_string(least) + " or more");
  }
  return numbers;
}

/// The same, with one number for each of the spatial axes.
Result<Numbers> read_axes(Attributes& attributes, std::string_view name, int64_t least, size_t axes,
                          std::optional<Numbers> otherwise = {}) {
  const Numbers numbers = TRY(read_numbers(attributes, name, least, std::move(otherwise)));
  if (numbers.size() == axes) return numbers;
  return Error("OP-2",  // [OP-2]
               "attribute " + std::string(name) + " has " + std::to_string(numbers.size()) +
                   " numbers, strides has " + std::to_string(axes));
}

/// The same, with two numbers.
Result<Numbers> read_two(Attributes& attributes, std::string_view name, int64_t least,
                         std::optional<Numbers> otherwise = {}) {
  const Numbers numbers = TRY(read_numbers(attributes, name, least, std::move(otherwise)));
  if (numbers.size() == 2) return numbers;
  return Error(
      "OP-2",  // [OP-2]
      "attribute " + std::string(name) + " has " + std::to_string(numbers.size()) + " numbers, expected two");
}

Windows::Padding padding_named(const std::string& name) {
  if (name == "same_upper") return Windows::Padding::kSameUpper;
  if (name == "same_lower") return Windows::Padding::kSameLower;
  return name == "valid" ? Windows::Padding::kValid : Windows::Padding::kExplicit;
}

Result<Windows::Padding> read_padding(Attributes& attributes) {
  return padding_named(
      TRY(attributes.text("auto_pad", {"explicit", "same_upper", "same_lower", "valid"}, "explicit")));
}

/// Whether windows have dilations, and whether a model must write them.
enum class Dilations { kNone, kOptional, kRequired };

/// Reads strides, dilations, auto_pad and the pads. Pads that auto_pad ignores may be missing (OP-20).
Result<Windows> read_windows(Attributes& attributes, Dilations dilations = Dilations::kRequired) {
  Windows windows;
  windows.strides = TRY(read_numbers(attributes, "strides", 1));  // [OP-20]
  const size_t axes = windows.strides.size();
  if (axes < 1 || axes > 3) {  // [OP-2]
    return Error("OP-2", "attribute strides has " + std::to_string(axes) +
                             " numbers, expected one for each of 1 to 3 spatial axes");
  }
  windows.dilations = Numbers(axes, 1);
  if (dilations != Dilations::kNone) {
    const bool optional = dilations == Dilations::kOptional;
    const std::optional<Numbers> otherwise = optional ? std::optional(windows.dilations) : std::nullopt;
    windows.dilations = TRY(read_axes(attributes, "dilations", 1, axes, otherwise));  // [OP-20]
  }
  windows.padding = TRY(read_padding(attributes));
  for (const auto& [name, pads] :
       {std::pair("pads_begin", &windows.pads_begin), std::pair("pads_end", &windows.pads_end)}) {
    const bool used = windows.padding == Windows::Padding::kExplicit;
    if (used) {
      *pads = TRY(read_axes(attributes, name, 0, axes));
    } else {
      TRY(read_numbers(attributes, name, 0, Numbers()));
    }
  }
  return windows;
}

/// The windows of a pooling and the size of each.
struct Pooled {
  Windows windows;
  Numbers kernel;
};

Result<Pooled> read_pooled(Attributes& attributes, Dilations dilations, bool has_ceil_torch) {
  Pooled pooled;
  pooled.windows = TRY(read_windows(attributes, dilations));
  pooled.kernel = TRY(read_axes(attributes, "kernel", 1, pooled.windows.strides.size()));
  const std::string rounding =
      has_ceil_torch ? TRY(attributes.text("rounding_type", {"floor", "ceil", "ceil_torch"}, "floor"))
                     : TRY(attributes.text("rounding_type", {"floor", "ceil"}, "floor"));
  if (rounding == "ceil") pooled.windows.rounding = Windows::Rounding::kUp;
  if (rounding == "ceil_torch") pooled.windows.rounding = Windows::Rounding::kUpInData;
  return pooled;
}

Result<Operation> read_max_pool(Attributes& attributes, bool has_ceil_torch) {
  const Pooled pooled = TRY(read_pooled(attributes, Dilations::kOptional, has_ceil_torch));
  const int64_t axis = TRY(attributes.integer("axis", 0));
  const ElementType index_type = TRY(read_index_type(attributes, "index_element_type"));
  return ops::make_max_pool(
      {.windows = pooled.windows, .kernel = pooled.kernel, .axis = axis, .index_type = index_type});
}

Result<Operation> read_avg_pool(Attributes& attributes, Dilations dilations, bool has_ceil_torch) {
  const Pooled pooled = TRY(read_pooled(attributes, dilations, has_ceil_torch));
  const bool excludes_padding = TRY(attributes.boolean("exclude-pad"));
  return ops::make_avg_pool(
      {.windows = pooled.windows, .kernel = pooled.kernel, .excludes_padding = excludes_padding});
}

Result<Operation> read_forward(Attributes& attributes, bool grouped) {
  const Windows windows = TRY(read_windows(attributes));
  return ops::make_convolution({.windows = windows, .grouped = grouped});
}

Result<Operation> read_backward(Attributes& attributes, bool grouped) {
  const Windows windows = TRY(read_windows(attributes));
  const size_t axes = windows.strides.size();
  const Numbers output_padding = TRY(read_axes(attributes, "output_padding", 0, axes, Numbers(axes, 0)));
  return ops::make_convolution_backprop(
      {.windows = windows, .output_padding = output_padding, .grouped = grouped});
}

/// has_zeros  whether the page has bilinear_interpolation_pad
Result<Operation> read_deformable_convolution(Attributes& attributes, bool has_zeros) {
  ops::DeformableConvolution options;
  options.windows = TRY(read_windows(attributes));
  if (options.windows.rank() != 2) {
    return Error(
        "OP-2",  // [OP-2]
        "attribute strides has " + std::to_string(options.windows.rank()) + " numbers, expected two");
  }
  options.groups = TRY(read_at_least(attributes, "group", 1, 1));
  options.offset_groups = TRY(read_at_least(attributes, "deformable_group", 1, 1));
  options.pads_with_zeros =
      has_zeros && TRY(attributes.boolean("bilinear_interpolation_pad", false));  // [OP-63]
  return ops::make_deformable_convolution(options);
}

}  // namespace

Result<Operation> read_deformable_convolution_1(Attributes& attributes, int64_t) {
  return read_deformable_convolution(attributes, false);
}

Result<Operation> read_deformable_convolution_8(Attributes& attributes, int64_t) {
  return read_deformable_convolution(attributes, true);
}

Result<Operation> read_convolution(Attributes& attributes, int64_t) {
  return read_forward(attributes, false);
}

Result<Operation> read_group_convolution(Attributes& attributes, int64_t) {
  return read_forward(attributes, true);
}

Result<Operation> read_convolution_backprop_data(Attributes& attributes, int64_t) {
  return read_backward(attributes, false);
}

Result<Operation> read_group_convolution_backprop_data(Attributes& attributes, int64_t) {
  return read_backward(attributes, true);
}

Result<Operation> read_col2im(Attributes& attributes, int64_t) {
  Windows windows;
  const auto read = [&](std::string_view name, int64_t least, int64_t otherwise) {
    return read_two(attributes, name, least, Numbers(2, otherwise));
  };
  windows.strides = TRY(read("strides", 1, 1));
  windows.dilations = TRY(read("dilations", 1, 1));
  windows.pads_begin = TRY(read("pads_begin", 0, 0));
  windows.pads_end = TRY(read("pads_end", 0, 0));
  return ops::make_col2im(windows);
}

Result<Operation> read_extract_image_patches(Attributes& attributes, int64_t) {
  ops::ImagePatches options;
  options.sizes = TRY(read_two(attributes, "sizes", 1));  // [OP-20]
  options.windows.strides = TRY(read_two(attributes, "strides", 1));
  options.windows.dilations = TRY(read_two(attributes, "rates", 1));
  options.windows.padding =
      padding_named(TRY(attributes.text("auto_pad", {"same_upper", "same_lower", "valid"})));
  return ops::make_extract_image_patches(options);
}

Result<Operation> read_max_pool_1(Attributes& attributes, int64_t) {
  const Pooled pooled = TRY(read_pooled(attributes, Dilations::kNone, false));
  return ops::make_max_pool({.windows = pooled.windows, .kernel = pooled.kernel});
}

Result<Operation> read_max_pool_8(Attributes& attributes, int64_t) {
  return read_max_pool(attributes, false);
}
Result<Operation> read_max_pool_14(Attributes& attributes, int64_t) {
  return read_max_pool(attributes, true);
}
Result<Operation> read_avg_pool_1(Attributes& attributes, int64_t) {
  return read_avg_pool(attributes, Dilations::kNone, false);
}
Result<Operation> read_avg_pool_14(Attributes& attributes, int64_t) {
  return read_avg_pool(attributes, Dilations::kNone, true);
}
Result<Operation> read_avg_pool_16(Attributes& attributes, int64_t) {
  return read_avg_pool(attributes, Dilations::kOptional, true);
}

Result<Operation> read_adaptive_max_pool(Attributes& attributes, int64_t) {
  return ops::make_adaptive_max_pool({.index_type = TRY(read_index_type(attributes, "index_element_type"))});
}

}  // namespace backedge::openvino
