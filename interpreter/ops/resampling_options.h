#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// More of options.h: operations that take elements of data at other positions.
namespace backedge::ops {

/// Data of another size, whose elements are between those of the given data (OP-40).
struct Interpolate {
  /// The nearest element, or a sum of elements times weights. kLinear: near elements, or with `antialias` those
  /// up to the next element of the output. kLinearAtBorder: two elements, outside of data the outer one.
  /// kCubic: four elements. The others: the filters of Pillow (OP-41).
  enum class Mode { kNearest, kLinear, kLinearAtBorder, kCubic, kPillowLinear, kPillowCubic };
  /// Where an element of the output is in data.
  enum class Position {
    kHalfPixel,
    kHalfPixelOrFirst,
    kHalfPixelCentred,
    kCorner,
    kHalfPixelLater,
    kAlignCorners,
    kAlignScaledCorners
  };
  enum class Nearest { kHalfDown, kHalfUp, kFloor, kCeil, kCeilToShrink };
  Mode mode = Mode::kNearest;
  Position position = Position::kHalfPixel;
  Nearest nearest = Nearest::kHalfDown;
  bool antialias = false;
  bool excludes_outside = false;  // in kCubic: weights of elements outside of data go to the others
  std::vector<int64_t> pads_begin = {}, pads_end = {};  // of the first axes, 0 or more
  double cubic = -0.75;                                 // the parameter of the cubic function
  bool by_scales = false;                               // whether scales are given; otherwise sizes
  bool both_lists = false;  // whether sizes and scales are operands; otherwise one of them

  /// The operand with the list that is read, and the one with the axes.
  size_t list_input() const { return both_lists && by_scales ? 2 : 1; }
  size_t axes_input() const { return both_lists ? 3 : 2; }
  /// How many zeros one of the lists of pads adds to an axis.
  static int64_t pad_of(const std::vector<int64_t>& pads, int64_t axis) {
    return axis < std::ssize(pads) ? pads[static_cast<size_t>(axis)] : 0;
  }
  bool operator==(const Interpolate&) const = default;
};

/// Elements of data at positions that another operand gives (OP-42).
struct GridSample {
  enum class Mode { kNearest, kLinear, kCubic };
  /// What is outside of data: zeros, the element at the border, or data again in reverse order.
  enum class Outside { kZeros, kBorder, kReflection };
  Mode mode = Mode::kLinear;
  Outside outside = Outside::kZeros;
  bool align_corners = false;  // whether -1 and 1 are the centres of the outer elements, not their edges
  bool operator==(const GridSample&) const = default;
};

}  // namespace backedge::ops
