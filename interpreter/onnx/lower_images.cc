#include <algorithm>
#include <limits>

#include "interpreter/onnx/booleans.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/ops/col2im.h"
#include "interpreter/ops/detection.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/grid_sample.h"
#include "interpreter/ops/movement.h"

/// Operators on images and boxes.
namespace backedge::onnx {

// The positions, in the image that GridSample reads, of the elements of its output: theta * (x, y, 1), where x
// and y go from -1 to 1.
Lowered lower_affine_grid(NodeLowering& node) {
  const bool align_corners = TRY(node.attributes.boolean("align_corners", false));
  const std::optional<int64_t> sizes = node.count(node.in(1));
  if (!sizes) return not_known("the number of sizes");
  Formula f(node);
  const Term theta = f.in(0), size = f.in(1);
  const ElementType type = f.type(theta);
  const int64_t rank = *sizes - 2;  // of the image
  if (rank != 2 && rank != 3)       // [OP-5]
    return Error("OP-5",
                 "sizes are " + node.known(node.in(1)).signature.text() + ", expected 4 or 5 numbers");
  const Term spatial = slice(size, f.integer(2), f.integer(rank + 2), 0);
  Term grid = broadcast(f.number(type, 1), concat({spatial, f.integers({1})}, 0));
  for (int64_t axis = 0; axis < rank; ++axis) {
    const Term count = gather(spatial, f.integer(axis), 0), two = f.number(type, 2);
    const Term steps = cast(align_corners ? maximum(count - f.integer(1), f.integer(1)) : count, type);
    const Term i = cast(count_to(count), type), one_step = f.number(type, 1);
    const Term position = (align_corners ? two * i : two * i + one_step) / steps - one_step;
    std::vector<int64_t> target(static_cast<size_t>(rank) + 1, 1);
    target[static_cast<size_t>(axis)] = -1;
    const Term along = broadcast(reshape(position, target), concat({spatial, f.integers({1})}, 0));
    grid = concat({along, grid}, rank);  // x comes first
  }
  const Term points = reshape(grid, {1, -1, rank + 1});
  const Term moved = matmul(points, theta, true);
  return f.lowered(
      {reshape(moved, concat({slice(size, f.integer(0), f.integer(1), 0), spatial, f.integers({rank})}, 0))});
}

// Cuts off as much at the beginning as at the end, or adds as many zeros; of an odd number one less at the
// beginning.
Lowered lower_center_crop_pad(NodeLowering& node) {
  const int64_t rank = TRY(node.rank(node.in(0)));
  std::vector<int64_t> axes = TRY(node.attributes.integers("axes", std::vector<int64_t>()));
  if (!node.attributes.has("axes"))
    for (int64_t axis = 0; axis < rank; ++axis) axes.push_back(axis);
  for (int64_t& axis : axes) {
    if (axis < -rank || axis >= rank)  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6", "axis " + std::to_string(axis) + " of rank " + std::to_string(rank));
    if (axis < 0) axis += rank;
  }
  Formula f(node);
  const Term x = f.in(0), named = f.integers(axes);
  const Term missing = cast(f.in(1), ElementType::kI64) - gather(shape(x), named, 0);
  const Term before = missing / f.integer(2);  // rounds toward zero
  const Term none = f.integers(std::vector<int64_t>(static_cast<size_t>(rank), 0));
  const auto for_all_axes = [&](Term pads) {
    return f.apply(ops::make_scatter_elements_update(), {none, named, pads, f.integer(0)});
  };
  const Term ends = for_all_axes(missing - before);
  return f.lowered({moved_as(x, f.apply(ops::make_pad(), {as_numbers(x), for_all_axes(before), ends}))});
}

// Two spatial axes.
Lowered lower_col2im(NodeLowering& node) {
  ops::Windows windows;
  windows.strides = TRY(node.attributes.integers("strides", std::vector<int64_t>(2, 1)));
  windows.dilations = TRY(node.attributes.integers("dilations", std::vector<int64_t>(2, 1)));
  const std::vector<int64_t> pads = TRY(node.attributes.integers("pads", std::vector<int64_t>(4, 0)));
  const auto all_from = [](const std::vector<int64_t>& list, int64_t least) {
    return std::all_of(list.begin(), list.end(), [&](int64_t number) { return number >= least; });
  };
  if (windows.strides.size() != 2 || windows.dilations.size() != 2 || pads.size() != 4 ||
      !all_from(windows.strides, 1) || !all_from(windows.dilations, 1) || !all_from(pads, 0))
    return Error(
        "ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
        "strides, dilations or pads are out of their range, or not for two axes; other numbers of axes "
        "are not supported");
  if (node.count(node.in(1)).value_or(2) != 2)
    return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
                 "another number of spatial axes than two is not supported");
  TRY(check_booleans(node, false));
  windows.pads_begin = {pads[0], pads[1]};
  windows.pads_end = {pads[2], pads[3]};
  return one(node.apply(ops::make_col2im(windows), {node.in(0), node.in(1), node.in(2)}));
}

Lowered lower_grid_sample(NodeLowering& node) {
  using Mode = ops::GridSample::Mode;
  using Outside = ops::GridSample::Outside;
  const bool is_old = node.version < 20;  // with other names
  const std::string cubic = is_old ? "bicubic" : "cubic", linear = is_old ? "bilinear" : "linear";
  const std::string mode = TRY(node.attributes.choice("mode", {linear, "nearest", cubic}, linear));
  const std::string outside =
      TRY(node.attributes.choice("padding_mode", {"zeros", "border", "reflection"}, "zeros"));
  ops::GridSample options{.align_corners = TRY(node.attributes.boolean("align_corners", false))};
  if (mode == "nearest") options.mode = Mode::kNearest;
  if (mode == cubic) options.mode = Mode::kCubic;
  if (outside == "border") options.outside = Outside::kBorder;
  if (outside == "reflection") options.outside = Outside::kReflection;
  const PartialShape& shape = node.known(node.in(0)).signature.shape;
  const bool is_volume = shape.rank_known() && shape.rank() == 5;
  if (is_volume && options.mode == Mode::kCubic)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "mode \"" + mode + "\" of a volume is not supported");
  TRY(check_booleans(node, options.mode == Mode::kNearest));
  Formula f(node);
  const Term x = f.in(0);
  return f.lowered({moved_as(
      x, f.apply(is_volume ? ops::make_volumetric_grid_sample(options) : ops::make_grid_sample(options),
                 {as_numbers(x), f.in(1)}))});
}

// Without a number of boxes none is chosen.
Lowered lower_non_max_suppression(NodeLowering& node) {
  const bool center = TRY(node.attributes.integer("center_point_box", 0)) == 1;
  Formula f(node);
  const auto number = [&](size_t k, double otherwise) {
    return node.has(k) ? as_scalar(f.in(k)) : f.number(f.in(0), otherwise);
  };
  const Term most = node.has(2) ? as_scalar(f.in(2)) : f.integer(0);
  const double no_threshold = -std::numeric_limits<double>::infinity();
  const std::vector<Term> chosen =
      f.apply_all(ops::make_non_max_suppression({.center = center, .sorts_all = false}),
                  {f.in(0), f.in(1), most, number(3, 0), number(4, no_threshold), f.number(f.in(0), 0)}, 3);
  return f.lowered({chosen[0]});
}

Lowered lower_roi_align(NodeLowering& node) {
  using Alignment = ops::RoiAlign::Alignment;
  ops::RoiAlign options;
  // ONNX does not say whether "max" is that of the points or of their weighted neighbours.
  if (TRY(node.attributes.choice("mode", {"avg", "max"}, "avg")) == "max")  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "mode \"max\" is not supported");
  options.height = TRY(node.attributes.integer("output_height", 1));
  options.width = TRY(node.attributes.integer("output_width", 1));
  options.points = TRY(node.attributes.integer("sampling_ratio", 0));
  options.scale = TRY(node.attributes.real("spatial_scale", 1));
  if (node.version >= 16 &&
      TRY(node.attributes.choice("coordinate_transformation_mode", {"half_pixel", "output_half_pixel"},
                                 "half_pixel")) == "half_pixel")
    options.alignment = Alignment::kHalfPixelForNn;
  if (options.height < 1 || options.width < 1 || options.points < 0 || !(options.scale > 0))
    return Error("ONNX-GRAPH-6", "an attribute of RoiAlign is out of its range");  // [ONNX-GRAPH-6]
  return one(node.apply(ops::make_roi_align(options), {node.in(0), node.in(1), node.in(2)}));
}

}  // namespace backedge::onnx
