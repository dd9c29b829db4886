#pragma once

#include <cstdint>
#include <type_traits>

#include "interpreter/tensor/element_type.h"

/// Scalar arithmetic of every element type: what one element of an operation is.
///
/// Real results are the exact result rounded once to nearest even [NUM-1]; a NaN that is computed is the quiet
/// positive one without payload [NUM-5]. Integer results wrap modulo 2^width [NUM-2].
namespace backedge::numbers {

/// Exact: f16, bf16, f32 and f64 as double; integers and booleans as they are.
template <class T>
auto widen(T value) {
  if constexpr (kIsHalf<T>) {
    return static_cast<double>(to_float(value));
  } else if constexpr (std::is_same_v<T, float>) {
    return static_cast<double>(value);
  } else {
    return value;
  }
}

/// A real value rounded once to T, NaN made canonical.
template <class T>
T round_to(double value);

template <class T> T add(T a, T b);
template <class T> T subtract(T a, T b);
template <class T> T multiply(T a, T b);
template <class T> T divide(T a, T b);  // integers: b != 0; truncated, min / -1 wraps

// Correctly rounded, real types only.
template <class T> T exp_of(T x);
template <class T> T log_of(T x);
template <class T> T sin_of(T x);
template <class T> T cos_of(T x);
template <class T> T tanh_of(T x);
template <class T> T sigmoid_of(T x);  // 1 / (1 + e^-x), rounded once
template <class T> T sqrt_of(T x);
template <class T> T power_of(T x, T y);

/// What sums of T are kept in: double for real types, the unsigned type of the same width for integers.  [NUM-3]
template <class T>
using Sum = std::conditional_t<kIsReal<T>, double, uint64_t>;

}  // namespace backedge::numbers
