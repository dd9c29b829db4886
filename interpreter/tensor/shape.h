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

/// The dimensions of a tensor; rank 0 is a scalar. Held in place: a Shape never allocates.
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
    return rank_ == other.rank_ && std::equal(begin(), end(), other.begin());
  }

  /// The product of the dimensions; 1 for a scalar. Dimensions are known to be in range (see checked_bytes).
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

/// One dimension of a shape not wholly known: min <= size <= max.
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

/// Shapes that a tensor may have: rank known or not, each dimension an interval.
class PartialShape {
 public:
  /// Any shape at all.
  PartialShape() = default;
  PartialShape(const Shape& shape);
  static PartialShape any() { return {}; }
  static PartialShape of_rank(int64_t rank);
  static PartialShape of(std::span<const Dimension> dims);

  bool rank_known() const { return rank_ >= 0; }
  int64_t rank() const { return rank_; }  // known ones only
  Dimension operator[](int64_t axis) const { return dims_[axis]; }
  Dimension& operator[](int64_t axis) { return dims_[axis]; }
  void push_back(Dimension dim);
  bool operator==(const PartialShape& other) const;

  /// Whether every dimension is one size.
  bool known() const;
  /// The one shape of a known PartialShape.
  Shape shape() const;
  /// Whether the shape, or some shape that `other` allows, is one of these.
  bool meets(const Shape& shape) const;
  bool meets(const PartialShape& other) const;
  /// Whether a tensor of one element, with any number of dimensions of 1, is one of these.
  bool may_be_one_element() const;
  /// The shapes that fit both; what `this` says where they exclude each other.
  PartialShape narrowed_by(const PartialShape& other) const;
  /// The least that holds the shapes of both.
  PartialShape joined_with(const PartialShape& other) const;
  /// "[1,?,2..5]"; "[...]" where the rank is not known.
  std::string text() const;

 private:
  std::array<Dimension, kMaxRank> dims_{};
  int64_t rank_ = -1;
};

/// Whether a tensor of this rank can be held; `what` names it in the message.
///
/// errors  LIMIT-3
Result<void> check_rank(int64_t rank, std::string_view what);

/// count * element_size as bytes, or nothing where it passes 2^62 or a dimension is negative.
std::optional<int64_t> checked_bytes(const Shape& shape, int64_t element_size);

/// The position 0..rank-1 of an axis given in [-rank, rank); nothing outside.
std::optional<int64_t> normalize_axis(int64_t axis, int64_t rank);

}  // namespace backedge
