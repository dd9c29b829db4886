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

}  // namespace

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
