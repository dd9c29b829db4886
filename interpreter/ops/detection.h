#pragma once

#include "interpreter/ops/operation.h"

/// Operations on boxes in images.
namespace backedge::ops {

/// How regions of an image become parts, and how each part is pooled.
struct RoiAlign {
  /// Where coordinate x of a region is in the image: x * scale, x * scale - 0.5 or (x + 0.5) * scale - 0.5.
  enum class Alignment { kAsymmetric, kHalfPixelForNn, kHalfPixel };
  int64_t height = 1, width = 1;  // of the output, 1 or more
  int64_t points = 0;             // along each axis of a part; 0: as many as a part has elements
  double scale = 1;               // above 0
  bool takes_greatest = false;    // of the points; otherwise their mean
  Alignment alignment = Alignment::kAsymmetric;
  bool operator==(const RoiAlign&) const = default;
};

/// Makes three outputs.
Operation make_non_max_suppression(const NonMaxSuppression& options = {});
Operation make_roi_align(const RoiAlign& options);

}  // namespace backedge::ops
