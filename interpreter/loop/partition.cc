#include "interpreter/loop/partition.h"

#include <algorithm>

#include "interpreter/base/number_text.h"

namespace backedge {
namespace {

// abs(stride); INT64_MIN has no abs, and INT64_MAX is past the end of every axis as well.
int64_t pace_of(const Slicing& slicing) {
  if (slicing.stride == INT64_MIN) return INT64_MAX;
  return slicing.stride < 0 ? -slicing.stride : slicing.stride;
}

int64_t position_of(int64_t border, int64_t dim) { return border < 0 ? dim + border : border; }

bool has_default_borders(const Slicing& slicing) { return slicing.start == 0 && slicing.end == -1; }

Error outside(const char* border, int64_t value, int64_t dim) {
  return Error("SLICE-2",  // [SLICE-2]
               std::string(border) + " " + std::to_string(value) + " is not on an axis of " +
                   counted(dim, "position"));
}

}  // namespace

std::string Slicing::text() const {
  std::string text = "axis " + std::to_string(axis) + "; start " + std::to_string(start) + ", end " +
                     std::to_string(end) + ", stride " + std::to_string(stride);
  if (part_size) text += ", part_size " + std::to_string(*part_size);
  return text;
}

Result<void> check_slicing(const Slicing& slicing) {
  if (slicing.stride == 0) return Error("SLICE-3", "stride 0 has no direction");  // [SLICE-3]
  if (part_width(slicing) < 1)                                                    // [SLICE-4]
    return Error("SLICE-4", "part_size " + std::to_string(*slicing.part_size) + " is not at least 1");
  return {};
}

Result<int64_t> axis_of(const Slicing& slicing, int64_t rank) {
  const std::optional<int64_t> axis = normalize_axis(slicing.axis, rank);  // [SLICE-1]
  if (axis) return *axis;
  return Error("SLICE-1",
               "axis " + std::to_string(slicing.axis) + " of a tensor of rank " + std::to_string(rank));
}

int64_t part_width(const Slicing& slicing) {
  return slicing.part_size.value_or(pace_of(slicing));  // [SLICE-4]
}

Result<Partition> partition(int64_t dim, const Slicing& slicing) {
  const int64_t width = part_width(slicing);
  if (dim == 0 && has_default_borders(slicing)) return Partition{.width = width};  // [SLICE-8]

  const int64_t start = position_of(slicing.start, dim);
  const int64_t end = position_of(slicing.end, dim);
  const auto on_axis = [dim](int64_t position) { return 0 <= position && position < dim; };  // [SLICE-2]
  if (!on_axis(start)) return outside("start", slicing.start, dim);
  if (!on_axis(end)) return outside("end", slicing.end, dim);

  const bool backward = slicing.stride < 0;
  const int64_t length = (backward ? start - end : end - start) + 1;
  if (length < 1) {  // [SLICE-3]
    return Error("SLICE-3", "start is past end for stride " + std::to_string(slicing.stride))
        .note("on an axis of " + counted(dim, "position") + " start is position " + std::to_string(start) +
              ", end position " + std::to_string(end));
  }

  const int64_t pace = pace_of(slicing);
  const int64_t count = length < width ? 0 : (length - width) / pace + 1;
  const int64_t covered = count == 0 ? 0 : (count - 1) * pace + width;
  const int64_t gap = count == 0 ? 0 : std::max<int64_t>(pace - width, 0);
  if (length - covered > gap) {  // [SLICE-6]
    return Error("SLICE-6",
                 counted(length, "position") + " cannot be cut into parts of " + std::to_string(width))
        .note(counted(count, "part") + ", " + std::to_string(pace) + " apart, leave " +
              counted(length - covered, "position") + "; the gap between parts holds " + std::to_string(gap));
  }

  const int64_t first = backward ? start - width + 1 : start;  // [SLICE-5]
  return Partition{.first = first, .step = backward ? -pace : pace, .width = width, .count = count};
}

// [SLICE-9]
Error past_the_parts(const Slicing& slicing, const Partition& parts, const Shape& shape, int64_t iteration) {
  return Error("SLICE-9", "iteration " + std::to_string(iteration) + " lies beyond the last of " +
                              counted(parts.count, "part"))
      .note(slicing.text() + "; shape " + shape.text());
}

bool covers_whole_axis(int64_t dim, const Slicing& slicing) {
  const bool backward = slicing.stride < 0;
  if (dim == 0)
    return (slicing.start == 0 && slicing.end == -1) || (backward && slicing.start == -1 && slicing.end == 0);
  const int64_t first = backward ? dim - 1 : 0;
  return position_of(slicing.start, dim) == first && position_of(slicing.end, dim) == dim - 1 - first;
}

}  // namespace backedge
