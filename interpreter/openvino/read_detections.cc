#include <algorithm>
#include <cmath>

#include "interpreter/openvino/read_operations.h"
#include "interpreter/ops/detection.h"

/// Attributes of operations on boxes in images.
namespace backedge::openvino {
namespace {

Result<Operation> read_non_max_suppression(Attributes& attributes, bool removes_beyond_threshold) {
  ops::NonMaxSuppression options{.removes_beyond_threshold = removes_beyond_threshold};
  options.center = TRY(attributes.text("box_encoding", {"corner", "center"}, "corner")) == "center";
  options.sorts_all = TRY(attributes.boolean("sort_result_descending", true));
  options.output_type = TRY(read_index_type(attributes, "output_type"));
  return ops::make_non_max_suppression(options);
}

Result<double> read_scale(Attributes& attributes) {
  const double scale = TRY(attributes.real("spatial_scale"));
  if (scale > 0 && std::isfinite(scale)) return scale;
  return Error("OP-2", "attribute spatial_scale is not a positive number");  // [OP-2]
}

Result<Operation> read_roi_align(Attributes& attributes, ops::RoiAlign::Alignment alignment) {
  ops::RoiAlign options{.alignment = alignment};
  options.height = TRY(read_at_least(attributes, "pooled_h", 1));
  options.width = TRY(read_at_least(attributes, "pooled_w", 1));
  options.points = TRY(read_at_least(attributes, "sampling_ratio", 0));
  options.scale = TRY(read_scale(attributes));
  options.takes_greatest = TRY(attributes.text("mode", {"avg", "max"})) == "max";
  return ops::make_roi_align(options);
}

/// errors  OP-2 unless the numbers are above 0
Result<std::vector<double>> read_positive(Attributes& attributes, std::string_view name,
                                          const std::vector<double>& otherwise = {}) {
  std::vector<double> numbers = TRY(attributes.reals(name, otherwise));
  for (const double number : numbers) {
    if (number > 0 && std::isfinite(number)) continue;
    return Error("OP-2", "attribute " + std::string(name) + " has a number that is not positive");  // [OP-2]
  }
  return numbers;
}

/// errors  OP-2 unless the number is 0 or more
Result<double> read_distance(Attributes& attributes, std::string_view name,
                             std::optional<double> otherwise = {}) {
  const double number = TRY(attributes.real(name, otherwise));
  if (number >= 0 && std::isfinite(number)) return number;
  return Error("OP-2", "attribute " + std::string(name) + " is not a number of 0 or more");  // [OP-2]
}

Result<ops::PriorBoxes> read_prior_boxes(Attributes& attributes, bool clips) {
  ops::PriorBoxes boxes;
  boxes.clip = TRY(attributes.boolean("clip", clips));
  boxes.offset = TRY(read_distance(attributes, "offset"));
  boxes.variance = TRY(read_positive(attributes, "variance"));
  const size_t count = boxes.variance.size();
  if (count == 0 || count == 1 || count == 4) return boxes;
  return Error("OP-2",  // [OP-2]
               "attribute variance has " + std::to_string(count) + " numbers, expected none, 1 or 4");
}

/// errors  OP-2 unless the attribute is missing or empty
Result<void> reject_list(Attributes& attributes, std::string_view name) {
  if (TRY(attributes.reals(name, std::vector<double>())).empty()) return {};
  return Error("OP-2", "not supported: attribute " + std::string(name));  // [OP-2]  [OP-61]
}

Result<Operation> read_prior_box(Attributes& attributes, bool has_order) {
  ops::PriorBox options;
  options.boxes = TRY(read_prior_boxes(attributes, false));
  options.least = TRY(read_positive(attributes, "min_size"));
  options.greatest = TRY(read_positive(attributes, "max_size"));
  options.ratios = TRY(read_positive(attributes, "aspect_ratio"));
  options.flips = TRY(attributes.boolean("flip", false));
  options.step = TRY(read_distance(attributes, "step", 0));
  if (has_order) options.greatest_first = TRY(attributes.boolean("min_max_aspect_ratios_order", true));
  for (const char* name : {"fixed_size", "fixed_ratio", "density"}) TRY(reject_list(attributes, name));
  if (!TRY(attributes.boolean("scale_all_sizes", true))) options.greatest.clear();  // [OP-61]
  if (options.greatest.size() > options.least.size())
    return Error("OP-2", "attribute max_size has more numbers than min_size");  // [OP-2]  [OP-61]
  return ops::make_prior_box(options);
}

}  // namespace

Result<Operation> read_prior_box_1(Attributes& attributes, int64_t) {
  return read_prior_box(attributes, false);
}

Result<Operation> read_prior_box_8(Attributes& attributes, int64_t) {
  return read_prior_box(attributes, true);
}

Result<Operation> read_prior_box_clustered(Attributes& attributes, int64_t) {
  ops::PriorBoxClustered options;
  options.boxes = TRY(read_prior_boxes(attributes, true));
  options.widths = TRY(read_positive(attributes, "width", {1}));
  options.heights = TRY(read_positive(attributes, "height", {1}));
  options.step = TRY(read_distance(attributes, "step", 0));
  options.step_x = TRY(read_distance(attributes, "step_w", 0));
  options.step_y = TRY(read_distance(attributes, "step_h", 0));
  if (options.widths.size() != options.heights.size())
    return Error("OP-2", "attributes width and height have different numbers of boxes");  // [OP-2]  [OP-60]
  return ops::make_prior_box_clustered(options);
}

Result<Operation> read_psroi_pooling(Attributes& attributes, int64_t) {
  ops::PsRoiPooling options;
  options.channels = TRY(read_at_least(attributes, "output_dim", 1));
  options.group = TRY(read_at_least(attributes, "group_size", 1, 1));
  options.scale = TRY(read_scale(attributes));
  options.bilinear = TRY(attributes.text("mode", {"average", "bilinear"}, "average")) == "bilinear";
  options.bins_x = TRY(read_at_least(attributes, "spatial_bins_x", 1, 1));
  options.bins_y = TRY(read_at_least(attributes, "spatial_bins_y", 1, 1));
  return ops::make_psroi_pooling(options);
}

Result<Operation> read_roi_pooling(Attributes& attributes, int64_t) {
  ops::RoiPooling options;
  options.height = TRY(read_at_least(attributes, "pooled_h", 0));
  options.width = TRY(read_at_least(attributes, "pooled_w", 0));
  options.scale = TRY(read_scale(attributes));
  options.bilinear = TRY(attributes.text("method", {"max", "bilinear"}, "max")) == "bilinear";
  if (std::max(options.height, options.width) > INT32_MAX)
    return Error("OP-2", "pooled_h or pooled_w is 2^31 or more");  // [OP-2]
  return ops::make_roi_pooling(options);
}

Result<Operation> read_region_yolo(Attributes& attributes, int64_t) {
  ops::RegionYolo options;
  TRY(attributes.reals("anchors", std::vector<double>()));  // for those who read the output
  options.coordinates = TRY(read_at_least(attributes, "coords", 0));
  options.classes = TRY(read_at_least(attributes, "classes", 0));
  options.softmax = TRY(attributes.boolean("do_softmax", true));
  options.first_axis = TRY(attributes.integer("axis"));
  options.last_axis = TRY(attributes.integer("end_axis"));
  const int64_t regions = TRY(read_at_least(attributes, "num", 0));
  const std::vector<int64_t> mask = TRY(attributes.integers("mask", std::vector<int64_t>()));
  options.regions = options.softmax ? regions : std::ssize(mask);
  return ops::make_region_yolo(options);
}

Result<Operation> read_non_max_suppression_5(Attributes& attributes, int64_t) {
  return read_non_max_suppression(attributes, true);
}

Result<Operation> read_non_max_suppression_9(Attributes& attributes, int64_t) {
  return read_non_max_suppression(attributes, false);
}

Result<Operation> read_roi_align_3(Attributes& attributes, int64_t) {
  return read_roi_align(attributes, ops::RoiAlign::Alignment::kAsymmetric);
}

Result<Operation> read_roi_align_9(Attributes& attributes, int64_t) {
  using enum ops::RoiAlign::Alignment;
  const std::string mode =
      TRY(attributes.text("aligned_mode", {"asymmetric", "half_pixel_for_nn", "half_pixel"}, "asymmetric"));
  if (mode == "asymmetric") return read_roi_align(attributes, kAsymmetric);
  return read_roi_align(attributes, mode == "half_pixel" ? kHalfPixel : kHalfPixelForNn);
}

}  // namespace backedge::openvino
