#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "interpreter/ops/numbers.h"
#include "interpreter/ops/wide.h"

/// The order of elements in sorted lists: exact, also between types. NaN follows every number.
namespace backedge::ops {

/// x as an integer; far beyond 64 bits if x is.
inline Wide whole(double x) { return static_cast<Wide>(std::clamp(x, -0x1p65, 0x1p65)); }

/// Whether a comes before b. Equal numbers, -0 and 0, and all NaNs are equal.  [OP-28]
template <class A, class B>
bool precedes(A a, B b) {
  const auto x = numbers::widen(a);
  const auto y = numbers::widen(b);
  if constexpr (kIsReal<A> && kIsReal<B>) {
    return x == x && (y != y || x < y);
  } else if constexpr (kIsReal<A>) {
    return x == x && whole(std::floor(x)) < Wide{y};
  } else if constexpr (kIsReal<B>) {
    return y != y || Wide{x} < whole(std::ceil(y));
  } else {
    return Wide{x} < Wide{y};
  }
}

}  // namespace backedge::ops
