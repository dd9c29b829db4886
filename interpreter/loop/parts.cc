#include "interpreter/loop/parts.h"

#include <algorithm>
#include <utility>

namespace backedge {
namespace {

// Whether two parts can be joined: they have the same rank, and the same dimensions except along the axis.
bool can_be_joined(const Shape& a, const Shape& b, int64_t axis) {
  bool same = a.rank() == b.rank();
  for (int64_t i = 0; same && i < a.rank(); ++i) same = i == axis || a[i] == b[i];
  return same;
}

Result<void> make_room(int64_t more, KeptParts& parts, int64_t expected, Pool& pool) {
  const int64_t room = parts.elements.has_value() ? parts.elements.count() : 0;
  if (parts.elements.has_value() && parts.used + more <= room) return {};
  const bool first = !parts.elements.has_value() && expected > 0 && more <= INT64_MAX / expected;
  const int64_t capacity = first ? more * expected : std::max({parts.used + more, 2 * room, int64_t{16}});
  Tensor larger = TRY(pool.allocate(parts.type, {capacity}));
  if (parts.elements.has_value())
    std::copy_n(parts.elements.bytes(), parts.used * size_of(parts.type), larger.writable_bytes());
  parts.elements = std::move(larger);
  return {};
}

// Adds the width of one more part. Parts without elements take no memory, so nothing else limits the sum.
Result<void> widen(int64_t width, KeptParts& parts) {
  if (!__builtin_add_overflow(parts.total_width, width, &parts.total_width)) return {};
  return Error("LIMIT-4", "the length of the joined axis does not fit 64 bits");  // [LIMIT-4]
}

// Decides whether a value of a new shape can be joined, and how wide its part is.
Result<void> place_value(const Tensor& value, const Scan& scan, KeptParts& parts) {
  const auto [shape, axis] = TRY(place_part(scan, value.shape()));
  if (parts.widths.empty()) {
    parts.part = shape;
    parts.type = value.type();
  }
  TRY(check_part_width(scan.slicing, Dimension::exactly(shape[axis])));
  if (!can_be_joined(shape, parts.part, axis)) {  // [OUT-4]
    return Error("OUT-4", "a part of shape " + shape.text() + " cannot be joined along axis " +
                              std::to_string(scan.slicing.axis))
        .note("the parts before have shape " + parts.part.text());
  }
  if (parts.widths.empty() || parts.widths.back().width != shape[axis])
    parts.widths.push_back({shape[axis], 0});
  parts.last = value.shape();
  return {};
}

}  // namespace

PartLayout layout_parts(const Shape& whole, int64_t axis, int64_t width, bool drops_axis) {
  const Lines lines = lines_along(whole, axis);
  Shape shape = whole;
  shape[axis] = width;
  return {.whole = lines,
          .part = lines.of_length(width),
          .shape = drops_axis ? without_axis(shape, axis) : shape};
}

Result<Tensor> take_part(const Tensor& tensor, PartLayout& layout, int64_t begin, Pool& pool) {
  auto& [whole, of_part, shape, view] = layout;
  const int64_t size = size_of(tensor.type());
  if (whole.outer == 1) {
    const int64_t offset = whole(0, begin, 0) * size;
    if (!view.move_view(tensor, offset)) view = pool.view(tensor, offset, shape);
    return view;
  }

  Tensor part = TRY(pool.allocate(tensor.type(), shape));
  std::byte* to = part.writable_bytes();
  for (int64_t i = 0; i < whole.outer; ++i) {
    std::copy_n(tensor.bytes() + whole(i, begin, 0) * size, of_part.along * whole.inner * size,
                to + of_part(i, 0, 0) * size);
  }
  return part;
}

Result<void> append_part(const Tensor& value, const Scan& scan, int64_t expected, KeptParts& parts,
                         Pool& pool) {
  // Most values have the shape of the one before, for which everything is decided.
  if (parts.widths.empty() || !(value.shape() == parts.last)) TRY(place_value(value, scan, parts));
  const int64_t width = parts.widths.back().width;
  if (parts.length && width > *parts.length - parts.total_width) {  // [OUT-9]
    return Error("OUT-9", "the parts take more than the given length of " + std::to_string(*parts.length));
  }

  const int64_t count = value.count(), size = size_of(parts.type);
  TRY(make_room(count, parts, expected, pool));
  std::copy_n(value.bytes(), count * size, parts.elements.writable_bytes() + parts.used * size);
  parts.used += count;
  ++parts.widths.back().count;
  return widen(width, parts);
}

Result<void> check_part_width(const Slicing& slicing, Dimension width) {
  if (!slicing.part_size || width.admits(*slicing.part_size)) return {};  // [OUT-4]
  return Error("OUT-4", "a part has the width " + width.text() + ", and part_size is " +
                            std::to_string(*slicing.part_size));
}

Result<void> check_output_borders(int64_t length, const Slicing& slicing) {
  if (covers_whole_axis(length, slicing)) return {};  // [OUT-3]
  return Error("OUT-3", "start and end of an output do not cover the joined axis in the direction of stride")
      .note("joined length " + std::to_string(length) + "; " + slicing.text());
}

Result<Tensor> join_parts(KeptParts& parts, const Scan& scan, Pool& pool, Deadline& deadline) {
  const int64_t length = parts.length.value_or(parts.total_width);
  TRY(check_output_borders(length, scan.slicing));
  const int64_t axis = TRY(axis_of(scan.slicing, parts.part.rank()));
  Shape shape = parts.part;
  shape[axis] = length;
  const Allocation whole = TRY(Pool::plan(parts.type, shape));  // a view has no elements, if it is too large
  const Lines lines = lines_along(shape, axis);
  const int64_t size = size_of(parts.type);
  const bool backward = scan.slicing.stride < 0;
  if (lines.outer == 1 && !backward && length == parts.total_width) {  // the parts are in their places
    return pool.view(std::exchange(parts.elements, Tensor()), 0, shape);
  }

  Tensor joined = TRY(pool.allocate(whole));
  std::byte* to = joined.writable_bytes();
  if (length > parts.total_width) std::fill_n(to, joined.byte_count(), std::byte{0});  // [OUT-8]
  const std::byte* from = parts.elements.bytes();
  int64_t position = backward ? parts.total_width : 0;
  for (const KeptParts::Widths& widths : parts.widths) {
    for (int64_t i = 0; i < widths.count; ++i) {
      const int64_t bytes = widths.width * lines.inner * size;
      if (backward) position -= widths.width;  // [OUT-2]
      deadline.in_blocks(lines.outer, bytes, [&](int64_t begin, int64_t end) {
        for (int64_t k = begin; k < end; ++k, from += bytes)
          std::copy_n(from, bytes, to + lines(k, position, 0) * size);
      });
      if (deadline.over()) return joined;
      if (!backward) position += widths.width;
    }
  }
  return joined;
}

}  // namespace backedge
