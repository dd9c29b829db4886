#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

/// Tensors have at most this many dimensions.  (LIMIT-3)
inline constexpr int64_t kMaxRank = 12;

/// The dimensions of a tensor; rank 0 is a scalar. They are stored inside the object: a Shape never
/// allocates.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<int64_t> dims) : Shape(std::span(dims.begin(), dims.size())) {}
  explicit Shape(std::span<const int64_t> dims);

  int64_t rank() const { return rank_; }
  int64_t operator[](int64_t axis) const { return dims_[axis]; }
  int64_t& operator[](int64_t axis) { return dims_[axis]; }
  const int64_t* begin() const { return dims_.data(); }
  const int64_t* end() const { return dims_.data() + rank_; }
  /// Appends a dimension; the rank stays within kMaxRank.
  void push_back(int64_t dim) {
    CHECK(rank_ < kMaxRank);
    dims_[rank_++] = dim;
  }
  bool operator==(const Shape& other) const {
    bool same = rank_ == other.rank_;
    for (int64_t axis = 0; same && axis < rank_; ++axis) same = dims_[axis] == other.dims_[axis];
    return same;  // ranks are small: std::equal would call memcmp
  }

  /// The product of the dimensions; 1 for a scalar. The dimensions must be in range (see checked_bytes).
  int64_t count() const {
    int64_t count = 1;
    for (const int64_t dim : *this) count *= dim;
    return count;
  }
  bool may_be_one_element() const { return count() == 1; }
  /// "[2,3]"; "[]" for a scalar.
  std::string text() const;

 private:
  std::array<int64_t, kMaxRank> dims_{};
  int64_t rank_ = 0;
};

/// A dimension that may be known in part: min <= size <= max.
struct Dimension {
  int64_t min = 0;
  int64_t max = kUnbounded;
  static constexpr int64_t kUnbounded = INT64_MAX;

  static Dimension any() { return {}; }
  static Dimension exactly(int64_t size) { return {size, size}; }
  bool known() const { return min == max; }
  bool admits(int64_t size) const { return min <= size && size <= max; }
  /// Whether some size fits both.
  bool meets(Dimension other) const { return min <= other.max && other.min <= max; }
  bool operator==(const Dimension&) const = default;
  /// "3", "?", "1..8" or "2..".
  std::string text() const;
};

/// A set of shapes: the rank is known or not, and each dimension is an interval.
class PartialShape {
 public:
  /// Every shape.
  PartialShape() = default;
  PartialShape(const Shape& shape);
  static PartialShape any() { return {}; }
  static PartialShape of_rank(int64_t rank);
  static PartialShape of(std::span<const Dimension> dims);

  bool rank_known() const { return rank_ >= 0; }
  int64_t rank() const { return rank_; }  // only if it is known
  Dimension operator[](int64_t axis) const { return dims_[axis]; }
  Dimension& operator[](int64_t axis) { return dims_[axis]; }
  void push_back(Dimension dim);
  bool operator==(const PartialShape& other) const;

  /// Whether every dimension is one size.
  bool known() const;
  /// The one shape of a known PartialShape.
  Shape shape() const;
  /// Whether `shape`, or one of the shapes of `other`, is in this set.
  bool meets(const Shape& shape) const {
    if (!rank_known()) return true;
    bool meets = rank_ == shape.rank();
    for (int64_t axis = 0; meets && axis < rank_; ++axis) meets = dims_[axis].admits(shape[axis]);
    return meets;
  }
  bool meets(const PartialShape& other) const;
  /// Whether the set has a shape of one element: dimensions of 1 alone, of any number.
  bool may_be_one_element() const;
  /// The shapes that are in both sets; `*this` if there are none.
  PartialShape narrowed_by(const PartialShape& other) const;
  /// The smallest set that contains both sets.
  PartialShape joined_with(const PartialShape& other) const;
  /// "[1,?,2..5]"; "[...]" if the rank is not known.
  std::string text() const;

 private:
  std::array<Dimension, kMaxRank> dims_{};
  int64_t rank_ = -1;
};

/// Whether a tensor can have this rank; `what` names the tensor in the message.
///
/// errors  LIMIT-3
Result<void> check_rank(int64_t rank, std::string_view what);

/// The shape without one of its axes.
template <class AnyShape>
AnyShape without_axis(const AnyShape& shape, int64_t axis) {
  AnyShape rest = Shape();
  for (int64_t k = 0; k < shape.rank(); ++k) {
    if (k != axis) rest.push_back(shape[k]);
  }
  return rest;
}

/// The shape with one more axis, 0 <= axis <= rank. The rank must be below kMaxRank.
template <class AnyShape, class Dim>
AnyShape with_axis(const AnyShape& shape, int64_t axis, Dim dim) {
  AnyShape wider = Shape();
  for (int64_t k = 0; k <= shape.rank(); ++k) {
    if (k == axis) wider.push_back(dim);
    if (k < shape.rank()) wider.push_back(shape[k]);
  }
  return wider;
}

/// count * element_size in bytes; nothing if it is above 2^62 or a dimension is negative.
std::optional<int64_t> checked_bytes(const Shape& shape, int64_t element_size);

/// The position 0..rank-1 of an axis in [-rank, rank); nothing if the axis is outside.
std::optional<int64_t> normalize_axis(int64_t axis, int64_t rank);

}  // namespace backedge
