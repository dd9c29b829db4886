#pragma once

#include <array>
#include <cmath>

#include "interpreter/ops/numbers.h"

/// Elements as sums of others times weights that follow from a position (OP-40).
namespace backedge::ops {

/// The weights of the four elements around a position, of which the second one is `t` before it: the
/// coefficients of Interpolate's page, step by step in double. `a` is the parameter of the cubic function.
inline std::array<double, 4> cubic_coefficients(double t, double a) {
  return {a * (t - 1) * (t - 1) * t, ((a + 2) * t - (a + 3)) * t * t + 1,
          (((-a - 2) * t + (3 + 2 * a)) * t - a) * t, -a * t * t * (t - 1)};
}

/// A sum as an element: rounded once. An integer is the nearest one, of two the even one; NaN is 0.
template <class T>
T element_of_sum(double sum) {
  if constexpr (kIsReal<T>) {
    return numbers::round_to<T>(sum);
  } else {
    return numbers::convert<T>(std::nearbyint(sum));  // [OP-40]
  }
}

}  // namespace backedge::ops
