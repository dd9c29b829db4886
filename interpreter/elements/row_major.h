#pragma once

#include <array>
#include <concepts>

#include "interpreter/tensor/shape.h"

namespace backedge {

/// Where elements are in row-major order: element (i, j, k) is at (i * n + j) * m + k, where n and m are the
/// sizes of all axes but the first one.
template <size_t kRank>
class RowMajor {
 public:
  /// The sizes of all axes but the first one, whose size addresses nothing.
  template <std::same_as<int64_t>... Sizes>
  explicit RowMajor(Sizes... sizes) : sizes_{sizes...} {
    static_assert(sizeof...(sizes) + 1 == kRank);
  }
  explicit RowMajor(const Shape& shape) {
    CHECK(shape.rank() == int64_t{kRank});
    for (size_t k = 0; k + 1 < kRank; ++k) sizes_[k] = shape[static_cast<int64_t>(k) + 1];
  }

  /// Indices that are left out at the end are 0: at(i) is where row i begins.
  template <std::same_as<int64_t>... Indices>
  int64_t operator()(int64_t first, Indices... others) const {
    static_assert(sizeof...(others) < kRank);
    int64_t position = first;
    size_t axis = 0;
    ((position = position * sizes_[axis++] + others), ...);
    while (axis + 1 < kRank) position *= sizes_[axis++];
    return position;
  }

 private:
  std::array<int64_t, kRank - 1> sizes_;
};

template <std::same_as<int64_t>... Sizes>
RowMajor(Sizes...) -> RowMajor<sizeof...(Sizes) + 1>;

}  // namespace backedge
