#include "interpreter/tensor/shape.h"

#include <algorithm>

namespace backedge {
namespace {

template <class Dims, class Text>
std::string join(const Dims& dims, int64_t rank, Text text) {
  std::string joined = "[";
  for (int64_t axis = 0; axis < rank; ++axis) joined += (axis > 0 ? "," : "") + text(dims[axis]);
  return joined + "]";
}

}  // namespace

Shape::Shape(std::span<const int64_t> dims) {
  for (const int64_t dim : dims) push_back(dim);
}

std::string Shape::text() const {
  return join(*this, rank_, [](int64_t dim) { return std::to_string(dim); });
}

std::string Dimension::text() const {
  if (known()) return std::to_string(min);
  if (max == kUnbounded) return min == 0 ? "?" : std::to_string(min) + "..";
  return std::to_string(min) + ".." + std::to_string(max);
}

PartialShape::PartialShape(const Shape& shape) : rank_(0) {
  for (const int64_t dim : shape) push_back(Dimension::exactly(dim));
}

PartialShape PartialShape::of_rank(int64_t rank) {
  PartialShape shape;
  CHECK(rank <= kMaxRank);
  shape.rank_ = rank;
  return shape;
}

PartialShape PartialShape::of(std::span<const Dimension> dims) {
  PartialShape shape = of_rank(0);
  for (const Dimension dim : dims) shape.push_back(dim);
  return shape;
}

void PartialShape::push_back(Dimension dim) {
  CHECK(rank_ >= 0 && rank_ < kMaxRank);
  dims_[rank_++] = dim;
}

bool PartialShape::operator==(const PartialShape& other) const {
  return rank_ == other.rank_ &&
         std::equal(dims_.begin(), dims_.begin() + std::max<int64_t>(rank_, 0), other.dims_.begin());
}

bool PartialShape::known() const {
  return rank_known() &&
         std::all_of(dims_.begin(), dims_.begin() + rank_, [](Dimension dim) { return dim.known(); });
}

Shape PartialShape::shape() const {
  CHECK(known());
  Shape shape;
  for (int64_t axis = 0; axis < rank_; ++axis) shape.push_back((*this)[axis].min);
  return shape;
}

bool PartialShape::meets(const PartialShape& other) const {
  if (!rank_known() || !other.rank_known()) return true;
  if (rank_ != other.rank_) return false;
  for (int64_t axis = 0; axis < rank_; ++axis) {
    if (!(*this)[axis].meets(other[axis])) return false;
  }
  return true;
}

bool PartialShape::may_be_one_element() const {
  // Dimensions past the rank are any size, and so are all dimensions if the rank is unknown.
  return std::all_of(dims_.begin(), dims_.end(), [](Dimension dim) { return dim.admits(1); });
}

PartialShape PartialShape::narrowed_by(const PartialShape& other) const {
  if (!rank_known()) return other;
  if (!other.rank_known() || !meets(other)) return *this;
  PartialShape narrowed = *this;
  for (int64_t axis = 0; axis < rank_; ++axis) {
    narrowed[axis] = {std::max((*this)[axis].min, other[axis].min),
                      std::min((*this)[axis].max, other[axis].max)};
  }
  return narrowed;
}

PartialShape PartialShape::joined_with(const PartialShape& other) const {
  if (rank_ != other.rank_) return any();
  PartialShape joined = *this;
  for (int64_t axis = 0; axis < rank_; ++axis) {
    joined[axis] = {std::min((*this)[axis].min, other[axis].min),
                    std::max((*this)[axis].max, other[axis].max)};
  }
  return joined;
}

std::string PartialShape::text() const {
  if (!rank_known()) return "[...]";
  return join(*this, rank_, [](Dimension dim) { return dim.text(); });
}

Result<void> check_rank(int64_t rank, std::string_view what) {
  if (rank <= kMaxRank) return {};  // [LIMIT-3]
  return Error("LIMIT-3", std::string(what) + " has " + std::to_string(rank) + " dimensions, at most " +
                              std::to_string(kMaxRank) + " are supported");
}

std::optional<int64_t> checked_bytes(const Shape& shape, int64_t element_size) {
  constexpr int64_t kLimit = int64_t{1} << 62;
  int64_t bytes = element_size;
  bool empty = false;
  for (const int64_t dim : shape) {
    if (dim == 0) {
      empty = true;
    } else if (bytes > kLimit / dim) {  // or the dimension is negative
      return std::nullopt;              // even if another dimension is 0: strides multiply the other ones
    } else {
      bytes *= dim;
    }
  }
  return empty ? 0 : bytes;
}

std::optional<int64_t> normalize_axis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank) return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

}  // namespace backedge
