#include "interpreter/ops/broadcasting.h"

#include <algorithm>

namespace backedge::ops {
namespace {

using Mode = Broadcasting::Mode;

std::optional<Dimension> common(Dimension a, Dimension b) {
  if (!a.meets(b)) return std::nullopt;
  return Dimension{std::max(a.min, b.min), std::min(a.max, b.max)};
}

/// Sizes p of a and q of b fit if p = q, p = 1 or q = 1. Returns one interval that contains every possible
/// result.
std::optional<Dimension> broadcast(Dimension a, Dimension b) {
  std::optional<Dimension> sizes = common(a, b);
  const auto include = [&](Dimension more) {
    sizes = sizes ? Dimension{std::min(sizes->min, more.min), std::max(sizes->max, more.max)} : more;
  };
  if (a.admits(1)) include(b);
  if (b.admits(1)) include(a);
  return sizes;
}

std::optional<PartialShape> broadcast_numpy(const PartialShape& a, const PartialShape& b) {
  const int64_t rank = std::max(a.rank(), b.rank());
  const auto dimension = [&](const PartialShape& of, int64_t axis) {
    const int64_t own = axis - (rank - of.rank());
    return own < 0 ? Dimension::exactly(1) : of[own];
  };
  PartialShape shape = PartialShape::of_rank(0);
  for (int64_t axis = 0; axis < rank; ++axis) {
    const std::optional<Dimension> sizes = broadcast(dimension(a, axis), dimension(b, axis));
    if (!sizes) return std::nullopt;
    shape.push_back(*sizes);
  }
  return shape;
}

/// Each dimension of b is 1 or equal to the dimension of a that it is aligned with. Dimensions of b beyond
/// the last one of a must be 1.
std::optional<PartialShape> broadcast_pdpd(const PartialShape& a, const PartialShape& b, int64_t axis) {
  if (b.rank() > a.rank()) return std::nullopt;
  PartialShape shape = a;
  const int64_t first = axis < 0 ? a.rank() - b.rank() : axis;
  for (int64_t own = 0; own < b.rank(); ++own) {
    if (b[own].admits(1)) continue;
    if (first >= a.rank() - own) return std::nullopt;
    const std::optional<Dimension> sizes = common(a[first + own], b[own]);
    if (!sizes) return std::nullopt;
    shape[first + own] = *sizes;
  }
  return shape;
}

std::optional<PartialShape> broadcast_known_ranks(const Broadcasting& broadcasting, const PartialShape& a,
                                                  const PartialShape& b) {
  switch (broadcasting.mode) {
    case Mode::kNumpy:
      return broadcast_numpy(a, b);
    case Mode::kPdpd:
      return broadcast_pdpd(a, b, broadcasting.axis);
    case Mode::kNone:
      break;
  }
  if (!a.meets(b)) return std::nullopt;
  return a.narrowed_by(b);
}

}  // namespace

Result<PartialShape> broadcast_shapes(const Broadcasting& broadcasting, const PartialShape& first,
                                      const PartialShape& second) {
  if (!first.rank_known() || !second.rank_known()) {
    if (broadcasting.mode == Mode::kNumpy) return PartialShape::any();
    return broadcasting.mode == Mode::kPdpd ? first : first.narrowed_by(second);
  }
  const std::optional<PartialShape> shape = broadcast_known_ranks(broadcasting, first, second);
  if (!shape) {
    const std::string_view how = broadcasting.mode == Mode::kNone ? "are not equal"
                                 : broadcasting.mode == Mode::kNumpy
                                     ? "cannot be broadcast to each other"
                                     : "do not fit: only the second may be broadcast";
    return Error("OP-5", "shapes " + first.text() + " and " + second.text() + " " + std::string(how));
  }
  return *shape;
}

Layout first_repeated(const Shape& first, const Shape& shape) {
  return Layout::row_major(first).expanded(shape);
}

Layout second_repeated(const Broadcasting& broadcasting, const Shape& second, const Shape& shape) {
  const Layout own = Layout::row_major(second);
  return broadcasting.axis < 0 ? own.expanded(shape) : own.expanded_at(broadcasting.axis, shape);
}

}  // namespace backedge::ops
