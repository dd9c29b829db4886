#pragma once

#include "interpreter/ops/numbers.h"

/// Rectangles and how much they overlap. Each step is rounded (NUM-6).
namespace backedge::ops {

/// Corners, the first one not above the second one.
template <class T>
struct Box {
  T low[2], high[2];
};

template <class T>
Box<T> box_at(const T* x, bool center) {
  Box<T> box;
  for (int k = 0; k < 2; ++k) {
    T a = x[k], b = x[k + 2];
    if (center) {
      const T half = numbers::divide(x[k + 2], numbers::round_to<T>(2));
      a = numbers::subtract(x[k], half);
      b = numbers::add(x[k], half);
    }
    box.low[k] = numbers::minimum(a, b);  // [OP-36]
    box.high[k] = numbers::maximum(a, b);
  }
  return box;
}

template <class T>
T area_of(const Box<T>& box) {
  return numbers::multiply(numbers::subtract(box.high[0], box.low[0]),
                           numbers::subtract(box.high[1], box.low[1]));
}

/// The area of the intersection divided by that of the union; 0 if the union has none.
template <class T>
T overlap_of(const Box<T>& a, const Box<T>& b) {
  const T zero = numbers::round_to<T>(0);
  T sides[2];
  for (int k = 0; k < 2; ++k) {
    const T low = numbers::maximum(a.low[k], b.low[k]), high = numbers::minimum(a.high[k], b.high[k]);
    sides[k] = numbers::maximum(numbers::subtract(high, low), zero);
  }
  const T both = numbers::multiply(sides[0], sides[1]);
  const T either = numbers::subtract(numbers::add(area_of(a), area_of(b)), both);
  return numbers::widen(either) == 0 ? zero : numbers::divide(both, either);  // [OP-36]
}

}  // namespace backedge::ops
