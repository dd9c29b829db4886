#include "interpreter/openvino/spelling.h"
#include "interpreter/ops/convolution.h"
#include "interpreter/ops/deformable.h"
#include "interpreter/ops/patches.h"
#include "interpreter/ops/pooling.h"

/// Convolutions, pooling, and operations that compute elements between those of data.
namespace backedge::openvino {
namespace {

using ops::Windows;

std::string_view name_of(Windows::Padding padding) {
  switch (padding) {
    case Windows::Padding::kExplicit:
      return "explicit";
    case Windows::Padding::kSameUpper:
      return "same_upper";
    case Windows::Padding::kSameLower:
      return "same_lower";
    case Windows::Padding::kValid:
      break;
  }
  return "valid";
}

/// Every attribute except the dilations, which some operations do not have. Pads that auto_pad ignores are
/// written as 0.
void write_windows(AttributeList& to, const Windows& windows) {
  const std::vector<int64_t> none(windows.strides.size(), 0);
  const bool used = windows.padding == Windows::Padding::kExplicit;
  to.integers("strides", windows.strides);
  to.text("auto_pad", name_of(windows.padding));
  to.integers("pads_begin", used ? windows.pads_begin : none);
  to.integers("pads_end", used ? windows.pads_end : none);
}

void convolution(AttributeList& to, const ops::Convolution& options) {
  write_windows(to, options.windows);
  to.integers("dilations", options.windows.dilations);
}

void convolution_backprop(AttributeList& to, const ops::ConvolutionBackprop& options) {
  write_windows(to, options.windows);
  to.integers("dilations", options.windows.dilations);
  to.integers("output_padding", options.output_padding);
}

void deformable_convolution_1(AttributeList& to, const ops::DeformableConvolution& options) {
  write_windows(to, options.windows);
  to.integers("dilations", options.windows.dilations);
  to.integer("group", options.groups);
  to.integer("deformable_group", options.offset_groups);
}

void deformable_convolution_8(AttributeList& to, const ops::DeformableConvolution& options) {
  deformable_convolution_1(to, options);
  to.boolean("bilinear_interpolation_pad", options.pads_with_zeros);
}

void col2im(AttributeList& to, const Windows& windows) {
  to.integers("strides", windows.strides);
  to.integers("dilations", windows.dilations);
  to.integers("pads_begin", windows.pads_begin);
  to.integers("pads_end", windows.pads_end);
}

void extract_image_patches(AttributeList& to, const ops::ImagePatches& options) {
  to.integers("sizes", options.sizes);
  to.integers("strides", options.windows.strides);
  to.integers("rates", options.windows.dilations);
  to.text("auto_pad", name_of(options.windows.padding));
}

void write_pooled(AttributeList& to, const Windows& windows, const std::vector<int64_t>& kernel) {
  using Rounding = Windows::Rounding;
  write_windows(to, windows);
  to.integers("kernel", kernel);
  to.text("rounding_type", windows.rounding == Rounding::kDown ? "floor"
                           : windows.rounding == Rounding::kUp ? "ceil"
                                                               : "ceil_torch");
}

void max_pool_1(AttributeList& to, const ops::MaxPool& options) {
  write_pooled(to, options.windows, options.kernel);
}

void max_pool_8(AttributeList& to, const ops::MaxPool& options) {
  max_pool_1(to, options);
  to.integers("dilations", options.windows.dilations);
  to.integer("axis", options.axis);
  to.element_type("index_element_type", options.index_type);
}

void avg_pool_1(AttributeList& to, const ops::AvgPool& options) {
  write_pooled(to, options.windows, options.kernel);
  to.boolean("exclude-pad", options.excludes_padding);
}

void avg_pool_16(AttributeList& to, const ops::AvgPool& options) {
  avg_pool_1(to, options);
  to.integers("dilations", options.windows.dilations);
}

void adaptive_max_pool(AttributeList& to, const ops::AdaptiveMaxPool& options) {
  to.element_type("index_element_type", options.index_type);
}

void grid_sample(AttributeList& to, const ops::GridSample& options) {
  using Mode = ops::GridSample::Mode;
  using Outside = ops::GridSample::Outside;
  to.text("mode", options.mode == Mode::kLinear  ? "bilinear"
                  : options.mode == Mode::kCubic ? "bicubic"
                                                 : "nearest");
  to.text("padding_mode", options.outside == Outside::kZeros    ? "zeros"
                          : options.outside == Outside::kBorder ? "border"
                                                                : "reflection");
  to.boolean("align_corners", options.align_corners);
}

std::string_view name_of(ops::Interpolate::Mode mode) {
  using Mode = ops::Interpolate::Mode;
  switch (mode) {
    case Mode::kNearest:
      return "nearest";
    case Mode::kLinear:
      return "linear";
    case Mode::kLinearAtBorder:
      return "linear_onnx";
    case Mode::kCubic:
      return "cubic";
    case Mode::kPillowLinear:
      return "bilinear_pillow";
    case Mode::kPillowCubic:
      break;
  }
  return "bicubic_pillow";
}

/// A position that IR does not have gets the name of another one.
std::string_view name_of(ops::Interpolate::Position position) {
  using Position = ops::Interpolate::Position;
  switch (position) {
    case Position::kHalfPixelOrFirst:
      return "pytorch_half_pixel";
    case Position::kCorner:
      return "asymmetric";
    case Position::kHalfPixelLater:
      return "tf_half_pixel_for_nn";
    case Position::kAlignCorners:
      return "align_corners";
    default:
      return "half_pixel";
  }
}

std::string_view name_of(ops::Interpolate::Nearest nearest) {
  using Nearest = ops::Interpolate::Nearest;
  switch (nearest) {
    case Nearest::kHalfDown:
      return "round_prefer_floor";
    case Nearest::kHalfUp:
      return "round_prefer_ceil";
    case Nearest::kFloor:
      return "floor";
    case Nearest::kCeil:
      return "ceil";
    case Nearest::kCeilToShrink:
      break;
  }
  return "simple";
}

void interpolate(AttributeList& to, const ops::Interpolate& options) {
  to.text("mode", name_of(options.mode));
  to.text("shape_calculation_mode", options.by_scales ? "scales" : "sizes");
  to.text("coordinate_transformation_mode", name_of(options.position));
  to.text("nearest_mode", name_of(options.nearest));
  to.boolean("antialias", options.antialias);
  to.integers("pads_begin", options.pads_begin);
  to.integers("pads_end", options.pads_end);
  to.real("cube_coeff", options.cubic);
}

constexpr SpellingRow kSpellingsOfWindows[] = {
    {"adaptive_avg_pool", "AdaptiveAvgPool", 8},
    {"adaptive_max_pool", "AdaptiveMaxPool", 8, of<adaptive_max_pool>},
    {"avg_pool", "AvgPool", 1, of<avg_pool_1>},
    {"avg_pool", "AvgPool", 14, of<avg_pool_1>},
    {"avg_pool", "AvgPool", 16, of<avg_pool_16>},
    {"col2im", "Col2Im", 15, of<col2im>},
    {"convolution", "Convolution", 1, of<convolution>},
    {"convolution", "GroupConvolution", 1, of<convolution>},
    {"convolution_backprop", "ConvolutionBackpropData", 1, of<convolution_backprop>},
    {"convolution_backprop", "GroupConvolutionBackpropData", 1, of<convolution_backprop>},
    {"deformable_convolution", "DeformableConvolution", 8, of<deformable_convolution_8>},
    {"deformable_convolution", "DeformableConvolution", 1, of<deformable_convolution_1>},
    {"extract_image_patches", "ExtractImagePatches", 3, of<extract_image_patches>},
    {"grid_sample", "GridSample", 9, of<grid_sample>},
    {"interpolate", "Interpolate", 4, of<interpolate>},
    {"interpolate", "Interpolate", 11, of<interpolate>},
    {"max_pool", "MaxPool", 8, of<max_pool_8>},
    {"max_pool", "MaxPool", 14, of<max_pool_8>},
    {"max_pool", "MaxPool", 1, of<max_pool_1>},
};

}  // namespace

std::span<const SpellingRow> spellings_of_windows() { return kSpellingsOfWindows; }

}  // namespace backedge::openvino
