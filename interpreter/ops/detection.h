#pragma once

#include <vector>

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

/// Regions become parts; each part of each channel of the output has a channel of the image.
struct PsRoiPooling {
  int64_t channels = 1;            // of the output, 1 or more
  int64_t group = 1;               // the height and the width of the output, 1 or more
  double scale = 1;                // above 0
  bool bilinear = false;           // the mean of a point in each bin; otherwise of all elements of a part
  int64_t bins_x = 1, bins_y = 1;  // for bilinear, 1 or more
  bool operator==(const PsRoiPooling&) const = default;
};

struct RoiPooling {
  int64_t height = 1, width = 1;  // of the output, from 0 to 2^31 - 1
  double scale = 1;               // above 0; not for bilinear
  bool bilinear = false;          // a point in each part; otherwise the greatest one of its elements
  bool operator==(const RoiPooling&) const = default;
};

/// What both kinds of prior boxes have.
struct PriorBoxes {
  bool clip = false;                  // to 0 and 1
  double offset = 0;                  // of a center from its place in the grid
  std::vector<double> variance = {};  // none, 1 or 4
  bool operator==(const PriorBoxes&) const = default;
};

/// Boxes of certain sizes at each place of a grid.
struct PriorBoxClustered {
  PriorBoxes boxes;
  std::vector<double> widths, heights;      // of equal length
  double step = 0, step_x = 0, step_y = 0;  // between the places; 0: not given
  bool operator==(const PriorBoxClustered&) const = default;
};

/// Boxes of certain sizes and ratios at each place of a grid.
struct PriorBox {
  PriorBoxes boxes;
  std::vector<double> least, greatest = {};  // sizes; not more of the second ones
  std::vector<double> ratios = {};           // of width and height
  bool flips = false;                        // whether each ratio also counts the other way round
  double step = 0;                           // between the places; 0: not given
  bool greatest_first = true;                // before the boxes with ratios
  bool operator==(const PriorBox&) const = default;
};

/// The numbers of a region of YOLO: coordinates, whether there is an object, and classes.
struct RegionYolo {
  int64_t coordinates = 0, classes = 0, regions = 0;  // 0 or more
  bool softmax = true;                                // of the classes; otherwise the sigmoid of each
  int64_t first_axis = 0, last_axis = 0;              // for softmax: the axes that become one
  bool operator==(const RegionYolo&) const = default;
};

/// Makes three outputs.
Operation make_non_max_suppression(const NonMaxSuppression& options = {});
Operation make_roi_align(const RoiAlign& options);
Operation make_psroi_pooling(const PsRoiPooling& options);
Operation make_roi_pooling(const RoiPooling& options);
Operation make_prior_box_clustered(const PriorBoxClustered& options);
Operation make_prior_box(const PriorBox& options);
Operation make_region_yolo(const RegionYolo& options);

}  // namespace backedge::ops
