#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/detection.h"
#include "interpreter/ops/resampling_options.h"

/// Operations on images, other than those with windows.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

Values grid_sample(OperationWriter& op) {
  using Mode = ops::GridSample::Mode;
  using Outside = ops::GridSample::Outside;
  const auto& options = op.options<ops::GridSample>();
  const char* const mode = options.mode == Mode::kNearest  ? "nearest"
                           : options.mode == Mode::kLinear ? "linear"
                                                           : "cubic";
  const char* const outside = options.outside == Outside::kZeros    ? "zeros"
                              : options.outside == Outside::kBorder ? "border"
                                                                    : "reflection";
  return op.finish(
      op.inputs,
      {{"mode", mode}, {"padding_mode", outside}, {"align_corners", int64_t{options.align_corners}}});
}

Result<std::string> position_of(const ops::Interpolate& options) {
  using Position = ops::Interpolate::Position;
  switch (options.position) {
    case Position::kHalfPixel:
      return std::string("half_pixel");
    case Position::kHalfPixelOrFirst:
      return std::string("pytorch_half_pixel");
    case Position::kHalfPixelCentred:
      return std::string("half_pixel_symmetric");
    case Position::kCorner:
      return std::string("asymmetric");
    case Position::kAlignCorners:  // ONNX multiplies the size of data by the scale, and does not round that
      if (options.by_scales)
        return cannot_express("the mode align_corners of Interpolate, if it is given scales");
      return std::string("align_corners");
    case Position::kAlignScaledCorners:
      return std::string("align_corners");
    case Position::kHalfPixelLater:
      break;
  }
  return cannot_express("the mode tf_half_pixel_for_nn of Interpolate");
}

// nearest_mode simple rounds up along an axis that becomes shorter, and otherwise down.
Result<ops::Interpolate::Nearest> nearest_of(const OperationWriter& op, const ops::Interpolate& options) {
  using Nearest = ops::Interpolate::Nearest;
  if (options.nearest != Nearest::kCeilToShrink) return options.nearest;
  const PartialShape &data = op.in(0).shape(), &out = op.outputs[0].shape;
  if (options.by_scales || !data.known() || !out.known())
    return cannot_express(
        "the nearest_mode simple of Interpolate, if sizes are not known or scales are given");
  bool any_down = false, all_down = true;
  for (int64_t axis = 0; axis < data.rank(); ++axis) {
    const bool is_down = out[axis].min < data[axis].min;
    any_down = any_down || is_down;
    all_down = all_down && (is_down || out[axis].min == data[axis].min);
  }
  if (!any_down) return Nearest::kFloor;
  if (all_down) return Nearest::kCeil;
  return cannot_express(
      "the nearest_mode simple of Interpolate, if one axis becomes longer and another shorter");
}

// In mode linear ONNX takes the outer element outside of data.
Result<AttributeList> attributes_of(const OperationWriter& op, const ops::Interpolate& options) {
  using Mode = ops::Interpolate::Mode;
  using Nearest = ops::Interpolate::Nearest;
  for (const auto* pads : {&options.pads_begin, &options.pads_end}) {
    for (const int64_t pad : *pads) {
      if (pad != 0) return cannot_express("an Interpolate with pads");
    }
  }
  const std::string position = TRY(position_of(options));
  AttributeList attributes = {{"coordinate_transformation_mode", position}};
  const float cubic = TRY(float_attribute(options.cubic, "a cube_coeff"));
  switch (options.mode) {
    case Mode::kNearest: {
      constexpr const char* kModes[] = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
      const Nearest nearest = TRY(nearest_of(op, options));
      append(attributes, {"mode", "nearest"});
      append(attributes, {"nearest_mode", kModes[static_cast<size_t>(nearest)]});
      return attributes;
    }
    case Mode::kLinearAtBorder:
      append(attributes, {"mode", "linear"});
      break;
    case Mode::kCubic:
      append(attributes, {"mode", "cubic"});
      append(attributes, {"cubic_coeff_a", cubic});
      append(attributes, {"exclude_outside", int64_t{options.excludes_outside}});
      break;
    case Mode::kLinear:
      return cannot_express("the mode linear of Interpolate, which leaves elements outside of data out");
    case Mode::kPillowLinear:
    case Mode::kPillowCubic:
      return cannot_express("the filters of Pillow of Interpolate");
  }
  if (options.antialias) return cannot_express("the filters of antialias of Interpolate");
  return attributes;
}

Values interpolate(OperationWriter& op) {
  const auto& options = op.options<ops::Interpolate>();
  AttributeList attributes = TRY(attributes_of(op, options));
  const Named& given = op.in(options.list_input());
  Named list = given;
  if (!options.by_scales) list = as_i64(op.to, given);
  if (options.by_scales && given.type() != ElementType::kF32)
    return cannot_express("scales of " + std::string(name_of(given.type())));
  if (op.has(options.axes_input())) {
    const std::vector<int64_t> axes = TRY(op.known_integers(options.axes_input(), "axes of Interpolate"));
    if (axes.empty()) return cannot_express("an Interpolate without axes");
    append(attributes, {"axes", axes});
  }
  if (options.by_scales) return op.finish({op.in(0), left_out(), list}, attributes);
  return op.finish({op.in(0), left_out(), left_out(), list}, attributes);
}

// In ONNX the sums are along the channels.
Values lrn(OperationWriter& op) {
  const auto& options = op.options<ops::Lrn>();
  const std::vector<int64_t> axes = TRY(op.known_integers(1, "axes of LRN"));
  if (axes != std::vector<int64_t>{1} || options.before != (options.size - 1) / 2)
    return cannot_express("an LRN along other axes than the channels, or of an even size");
  const float alpha = TRY(float_attribute(options.alpha, "an alpha"));
  const float beta = TRY(float_attribute(options.beta, "a beta"));
  const float bias = TRY(float_attribute(options.bias, "a bias"));
  return op.finish({op.in(0)}, {{"alpha", alpha}, {"beta", beta}, {"bias", bias}, {"size", options.size}});
}

Values roi_align(OperationWriter& op) {
  using Alignment = ops::RoiAlign::Alignment;
  const auto& options = op.options<ops::RoiAlign>();
  if (options.takes_greatest) return cannot_express("the mode max of ROIAlign");
  if (options.alignment == Alignment::kHalfPixel)
    return cannot_express("the aligned_mode half_pixel of ROIAlign");
  const float scale = TRY(float_attribute(options.scale, "a spatial_scale"));
  const bool is_half = options.alignment == Alignment::kHalfPixelForNn;
  return op.finish({op.in(0), op.in(1), as_i64(op.to, op.in(2))},
                   {{"output_height", options.height},
                    {"output_width", options.width},
                    {"sampling_ratio", options.points},
                    {"spatial_scale", scale},
                    {"coordinate_transformation_mode", is_half ? "half_pixel" : "output_half_pixel"}});
}

// ONNX has no Col2Im without a batch, so it becomes one of a batch of 1.
Values col2im(OperationWriter& op) {
  const auto& windows = op.options<ops::Windows>();
  const Named& data = op.in(0);
  if (!data.rank_known()) return cannot_express("a Col2Im that may be without a batch");
  std::vector<int64_t> pads = windows.pads_begin;
  pads.insert(pads.end(), windows.pads_end.begin(), windows.pads_end.end());
  const AttributeList attributes = {
      {"strides", windows.strides}, {"dilations", windows.dilations}, {"pads", pads}};
  const Named size = as_i64(op.to, op.in(1)), kernel = as_i64(op.to, op.in(2));
  if (data.rank() == 3) return op.finish({data, size, kernel}, attributes);
  const auto with_batch = [](const Signature& one) {
    return Signature{one.type, with_axis(one.shape, 0, Dimension::exactly(1))};
  };
  const Named batch = op.add("Unsqueeze", {data, integers({0})}, with_batch(data.signature));
  const Named images = op.add("Col2Im", {batch, size, kernel}, with_batch(op.outputs[0]), attributes);
  return op.finish("Squeeze", {images, integers({0})});
}

constexpr WriterRow kImageRows[] = {
    {"col2im", col2im, "Col2Im"},           {"grid_sample", grid_sample, "GridSample"},
    {"interpolate", interpolate, "Resize"}, {"lrn", lrn, "LRN"},
    {"roi_align", roi_align, "RoiAlign"},
};

}  // namespace

std::span<const WriterRow> image_rows() { return kImageRows; }

}  // namespace backedge::onnx::writing
