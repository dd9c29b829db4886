#pragma once

#include "interpreter/ops/numbers.h"
#include "interpreter/ops/wide.h"

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

/// The sum of elements in the order in which it takes them.
template <class T>
struct SumOf {
  numbers::Sum<T> sum = 0;
  void take(T x) { sum += as_sum(x); }
  T result(int64_t) const { return from_sum<T>(sum); }
};

/// The mean of `count` elements; of integers, count > 0.  (OP-33)
template <class T>
struct MeanOf {
  std::conditional_t<kIsReal<T>, double, Wide> sum = 0;
  void take(T x) { sum += numbers::widen(x); }
  T result(int64_t count) const {
    if constexpr (kIsReal<T>) {
      // Rounding twice gives the same bits as rounding once. `count` times a tie of T is a double (count <
      // 2^28), so a sum that differs from it is too far away for the quotient to become that tie.
      return numbers::round_to<T>(sum / static_cast<double>(count));
    } else {
      return static_cast<T>(sum / count);  // [OP-33]
    }
  }
};

}  // namespace backedge::ops
