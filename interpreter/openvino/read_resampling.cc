#include "interpreter/openvino/read_operations.h"
#include "interpreter/ops/grid_sample.h"
#include "interpreter/ops/interpolate.h"

/// Attributes of operations that compute elements between those of data.
namespace backedge::openvino {
namespace {

using ops::Interpolate;

Result<Interpolate::Position> read_position(Attributes& attributes) {
  const std::string name = TRY(attributes.text(
      "coordinate_transformation_mode",
      {"half_pixel", "pytorch_half_pixel", "asymmetric", "tf_half_pixel_for_nn", "align_corners"},
      "half_pixel"));
  if (name == "half_pixel") return Interpolate::Position::kHalfPixel;
  if (name == "pytorch_half_pixel") return Interpolate::Position::kHalfPixelOrFirst;
  if (name == "asymmetric") return Interpolate::Position::kCorner;
  return name == "align_corners" ? Interpolate::Position::kAlignCorners
                                 : Interpolate::Position::kHalfPixelLater;
}

Result<Interpolate::Nearest> read_nearest(Attributes& attributes) {
  const std::string name = TRY(
      attributes.text("nearest_mode", {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil", "simple"},
                      "round_prefer_floor"));
  if (name == "round_prefer_floor") return Interpolate::Nearest::kHalfDown;
  if (name == "round_prefer_ceil") return Interpolate::Nearest::kHalfUp;
  if (name == "floor") return Interpolate::Nearest::kFloor;
  return name == "ceil" ? Interpolate::Nearest::kCeil : Interpolate::Nearest::kCeilToShrink;
}

Interpolate::Mode mode_of(const std::string& name) {
  if (name == "nearest") return Interpolate::Mode::kNearest;
  if (name == "linear") return Interpolate::Mode::kLinear;
  if (name == "linear_onnx") return Interpolate::Mode::kLinearAtBorder;
  if (name == "cubic") return Interpolate::Mode::kCubic;
  return name == "bilinear_pillow" ? Interpolate::Mode::kPillowLinear : Interpolate::Mode::kPillowCubic;
}

Result<std::vector<int64_t>> read_pads(Attributes& attributes, std::string_view name) {
  const std::vector<int64_t> pads = TRY(attributes.integers(name, std::vector<int64_t>{0}));
  for (const int64_t pad : pads) {
    if (pad < 0)  // [OP-2]
      return Error("OP-2",
                   "attribute " + std::string(name) + " has " + std::to_string(pad) + ", expected 0 or more");
  }
  return pads;
}

/// The attributes except `mode`.
Result<Operation> read_interpolate(Attributes& attributes, const std::string& mode, bool both_lists) {
  Interpolate options;
  options.mode = mode_of(mode);
  options.both_lists = both_lists;
  options.by_scales = TRY(attributes.text("shape_calculation_mode", {"sizes", "scales"})) == "scales";
  options.position = TRY(read_position(attributes));
  options.nearest = TRY(read_nearest(attributes));
  const bool antialias = TRY(attributes.boolean("antialias", false));
  options.antialias = antialias && options.mode == ops::Interpolate::Mode::kLinear;  // [OP-40]
  options.pads_begin = TRY(read_pads(attributes, "pads_begin"));
  options.pads_end = TRY(read_pads(attributes, "pads_end"));
  options.cubic = TRY(attributes.real("cube_coeff", -0.75));
  return ops::make_interpolate(options);
}

}  // namespace

Result<Operation> read_grid_sample(Attributes& attributes, int64_t) {
  using ops::GridSample;
  GridSample options;
  const std::string mode = TRY(attributes.text("mode", {"bilinear", "bicubic", "nearest"}, "bilinear"));
  if (mode == "bicubic") options.mode = GridSample::Mode::kCubic;
  if (mode == "nearest") options.mode = GridSample::Mode::kNearest;
  const std::string outside =
      TRY(attributes.text("padding_mode", {"zeros", "border", "reflection"}, "zeros"));
  if (outside == "border") options.outside = GridSample::Outside::kBorder;
  if (outside == "reflection") options.outside = GridSample::Outside::kReflection;
  options.align_corners = TRY(attributes.boolean("align_corners", false));
  return ops::make_grid_sample(options);
}

Result<Operation> read_interpolate_4(Attributes& attributes, int64_t) {
  const std::string mode = TRY(attributes.text("mode", {"nearest", "linear", "linear_onnx", "cubic"}));
  return read_interpolate(attributes, mode, true);
}

Result<Operation> read_interpolate_11(Attributes& attributes, int64_t) {
  const std::string mode = TRY(attributes.text(
      "mode", {"nearest", "linear", "linear_onnx", "cubic", "bilinear_pillow", "bicubic_pillow"}));
  return read_interpolate(attributes, mode, false);
}

}  // namespace backedge::openvino
