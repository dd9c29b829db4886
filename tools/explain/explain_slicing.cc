#include "tools/explain/explain_slicing.h"

namespace backedge {
namespace {

int64_t axis_in(const Slicing& slicing, const PartialShape& shape) {
  if (!shape.rank_known()) return slicing.axis;
  return normalize_axis(slicing.axis, shape.rank()).value_or(slicing.axis);
}

std::string explain_border(int64_t border, Dimension dim) {
  if (border < 0 && dim.known()) border += dim.min;
  if (border >= 0) return std::to_string(border);
  if (border == -1) return "the last";
  return "the last but " + std::to_string(-(border + 1));
}

}  // namespace

std::string explain_slicing(const Slicing& slicing, const PartialShape& shape) {
  const int64_t axis = axis_in(slicing, shape);
  const bool on_shape = shape.rank_known() && axis >= 0 && axis < shape.rank();
  const Dimension dim = on_shape ? shape[axis] : Dimension::any();
  const int64_t width = part_width(slicing);
  std::string text = "axis " + std::to_string(axis) + ", ";
  if (dim.known() && dim.min == 0) {
    text += "empty";
  } else {
    text += "from " + explain_border(slicing.start, dim) + (slicing.stride < 0 ? " down to " : " to ") +
            explain_border(slicing.end, dim);
  }
  text += ", parts of " + std::to_string(width);
  Slicing tiled = slicing;
  tiled.part_size.reset();
  const int64_t pace = part_width(tiled);
  if (pace != width) text += ", " + std::to_string(pace) + " apart";
  if (!dim.known()) return text;
  const Result<Partition> parts = partition(dim.min, slicing);
  return parts.ok() ? text + " (" + std::to_string(parts.value().count) + ")" : text;
}

std::string explain_joining(const Slicing& slicing, const PartialShape& part, bool adds_axis) {
  // A part of rank 0 joins along axis 0.
  const PartialShape shape = part.rank_known() && part.rank() == 0 ? PartialShape::of_rank(1) : part;
  return std::string("joined along ") + (adds_axis ? "the new axis " : "axis ") +
         std::to_string(axis_in(slicing, shape)) + (slicing.stride < 0 ? ", last iteration first" : "");
}

}  // namespace backedge
