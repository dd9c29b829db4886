#pragma once

#include "interpreter/ops/numbers.h"

/// Conversion to and from numbers::Sum, for every operation that accumulates (NUM-3).
namespace backedge::ops {

/// Real types: exact; integers: modulo 2^64.
template <class T>
numbers::Sum<T> as_sum(T value) {
  return static_cast<numbers::Sum<T>>(numbers::widen(value));
}

/// Real types: rounded once; integers: modulo 2^width.
template <class T>
T from_sum(numbers::Sum<T> sum) {
  if constexpr (kIsReal<T>) {
    return numbers::round_to<T>(sum);
  } else {
    return static_cast<T>(sum);
  }
}

}  // namespace backedge::ops
