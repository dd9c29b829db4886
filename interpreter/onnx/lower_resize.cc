#include <optional>

#include "interpreter/onnx/booleans.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/onnx/lower_crop.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/interpolate.h"
#include "interpreter/ops/reduce.h"

/// Resize and Upsample: data of another size.
namespace backedge::onnx {
namespace {

using Mode = ops::Interpolate::Mode;
using Position = ops::Interpolate::Position;
using Nearest = ops::Interpolate::Nearest;

// Before version 11: linear or nearest, at the corners of elements.
ops::Interpolate old_options(const std::string& mode) {
  return {.mode = mode == "linear" ? Mode::kLinearAtBorder : Mode::kNearest,
          .position = Position::kCorner,
          .nearest = Nearest::kCeilToShrink,  // [ONNX-GRAPH-15]
          .by_scales = true};
}

Result<std::string> position_name(NodeLowering& node) {
  return node.attributes.text("coordinate_transformation_mode", "half_pixel");
}

Result<Position> read_position(NodeLowering& node) {
  const std::string name = TRY(position_name(node));
  if (name == "half_pixel") return Position::kHalfPixel;
  if (name == "pytorch_half_pixel") return Position::kHalfPixelOrFirst;
  if (name == "asymmetric") return Position::kCorner;
  if (name == "align_corners") return Position::kAlignScaledCorners;
  if (name == "half_pixel_symmetric" && node.version >= 19) return Position::kHalfPixelCentred;
  if (name == "tf_crop_and_resize") return Position::kCorner;  // not used
  if (name == "tf_half_pixel_for_nn" && node.version < 13) return Position::kHalfPixelLater;
  return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
               "this coordinate_transformation_mode is not supported");
}

Result<Nearest> read_nearest(NodeLowering& node) {
  const std::string name = TRY(node.attributes.choice(
      "nearest_mode", {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}, "round_prefer_floor"));
  if (name == "round_prefer_floor") return Nearest::kHalfDown;
  if (name == "round_prefer_ceil") return Nearest::kHalfUp;
  return name == "floor" ? Nearest::kFloor : Nearest::kCeil;
}

Result<ops::Interpolate> read_options(NodeLowering& node) {
  ops::Interpolate options;
  const std::string mode = TRY(node.attributes.choice("mode", {"nearest", "linear", "cubic"}, "nearest"));
  if (mode == "linear") options.mode = Mode::kLinearAtBorder;
  if (mode == "cubic") options.mode = Mode::kCubic;
  options.position = TRY(read_position(node));
  options.nearest = TRY(read_nearest(node));
  options.cubic = TRY(node.attributes.real("cubic_coeff_a", -0.75));
  options.excludes_outside = TRY(node.attributes.boolean("exclude_outside", false));
  node.attributes.has("extrapolation_value");  // of tf_crop_and_resize
  options.antialias = node.version >= 18 && TRY(node.attributes.boolean("antialias", false)) &&
                      options.mode != Mode::kNearest;
  return options;
}

// Sizes that keep the ratio of the axes: the greatest or the least factor that a size asks for, times each
// dimension; halves are rounded up.
Term in_proportion(Formula& f, Term sizes, Term dimensions, bool not_larger) {
  const auto wide = [](Term x) { return cast(x, ElementType::kF64); };
  const Term factors = wide(sizes) / wide(dimensions);
  const Term factor =
      f.apply(not_larger ? ops::make_reduce_min() : ops::make_reduce_max(), {factors, f.integers({0})});
  const Term moved = factor * wide(dimensions) + f.number(ElementType::kF64, 0.5);
  return cast(f.apply(ops::make_floor(), {moved}), ElementType::kI64);
}

// An operand that is there and has elements: an empty list means that there is none.
bool has_list(const NodeLowering& node, size_t k) { return node.has(k) && node.count(node.in(k)) != 0; }

}  // namespace

Lowered lower_upsample(NodeLowering& node) {
  const ops::Interpolate options =
      old_options(TRY(node.attributes.choice("mode", {"nearest", "linear"}, "nearest")));
  TRY(check_booleans(node, options.mode == Mode::kNearest));
  Formula f(node);
  const Term x = f.in(0);
  const auto resized = [&](Term list) {
    return f.lowered({moved_as(x, f.apply(ops::make_interpolate(options), {as_numbers(x), list}))});
  };
  if (node.version >= 9) return resized(f.in(1));
  const std::vector<double> scales = TRY(node.attributes.reals("scales"));
  const std::vector<float> rounded(scales.begin(), scales.end());
  return resized(f.of(node.scope.graph.add_constant(Tensor::of<float>({std::ssize(rounded)}, rounded))));
}

Lowered lower_resize(NodeLowering& node) {
  if (node.version < 11) return lower_upsample(node);
  ops::Interpolate options = TRY(read_options(node));
  TRY(check_booleans(node, options.mode == Mode::kNearest));
  node.has(1);  // the region, which only tf_crop_and_resize reads
  options.by_scales = has_list(node, 2);
  if (options.by_scales == has_list(node, 3))  // [ONNX-GRAPH-5]
    return Error("ONNX-GRAPH-5", "a Resize has scales or sizes, and not both");
  std::vector<int64_t> axes;
  const int64_t rank = TRY(node.rank(node.in(0)));
  if (node.version >= 18) axes = TRY(node.attributes.integers("axes", std::vector<int64_t>()));
  if (axes.empty())
    for (int64_t axis = 0; axis < rank; ++axis) axes.push_back(axis);
  for (int64_t& axis : axes) {
    if (axis < -rank || axis >= rank)  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6",
                   "axes has " + std::to_string(axis) + ", but the rank is " + std::to_string(rank));
    axis += axis < 0 ? rank : 0;
  }
  Formula f(node);
  const Term named = f.integers(axes);
  Term list = options.by_scales ? f.in(2) : f.in(3);
  if (node.version >= 18) {
    const std::string policy = TRY(node.attributes.choice(
        "keep_aspect_ratio_policy", {"stretch", "not_larger", "not_smaller"}, "stretch"));
    if (!options.by_scales && policy != "stretch")
      list = in_proportion(f, list, gather(f.shape(f.in(0)), named, 0), policy == "not_larger");
  }
  if (TRY(position_name(node)) == "tf_crop_and_resize") return lower_crop(node, options, axes, list);
  const Term x = f.in(0);
  return f.lowered({moved_as(x, f.apply(ops::make_interpolate(options), {as_numbers(x), list, named}))});
}

}  // namespace backedge::onnx
