#pragma once

#include <array>
#include <cstdint>

#include "interpreter/tensor/shape.h"

namespace backedge {

/// One T for each axis that a tensor can have.
template <class T>
struct PerAxis {
  std::array<T, kMaxRank> values{};

  const T& operator[](int64_t axis) const { return values[static_cast<size_t>(axis)]; }
  T& operator[](int64_t axis) { return values[static_cast<size_t>(axis)]; }
};

/// The distance in elements between neighbours along each axis of a walk; 0 repeats the element.
using Strides = PerAxis<int64_t>;

}  // namespace backedge
