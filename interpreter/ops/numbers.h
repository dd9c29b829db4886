#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "interpreter/tensor/element_type.h"

/// Scalar arithmetic of every element type: what one element of an operation is.
///
/// Real results are the exact result rounded once to nearest even (NUM-1); a NaN that is computed is the
/// quiet positive one without payload (NUM-5). Integer results wrap modulo 2^width (NUM-2).
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

/// `value`, or the NaN of T that computations give.
template <class T>
requires std::is_floating_point_v<T> T canonical(T value) {
  return value == value ? value : std::numeric_limits<T>::quiet_NaN();  // [NUM-5]
}

/// A real value rounded once to T, NaN made canonical.
///
/// Where `value` is itself a rounded sum, product, quotient or root of two f16 or bf16, the second rounding
/// changes nothing: a double has more than twice their digits.
template <class T>
T round_to(double value) {  // [NUM-1]
  if constexpr (std::is_same_v<T, f16>) {
    return round_to_f16(value);
  } else if constexpr (std::is_same_v<T, bf16>) {
    return round_to_bf16(value);
  } else {
    return canonical(static_cast<T>(value));
  }
}

/// The integers modulo 2^width are computed in, wide enough not to be promoted to a signed type.  [NUM-2]
template <class T>
using Wrapping = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

/// formula(a, b) in the arithmetic of T.
template <class T, class Formula>
T compute(T a, T b, Formula formula) {
  if constexpr (kIsHalf<T>) {
    return round_to<T>(formula(widen(a), widen(b)));
  } else if constexpr (kIsReal<T>) {
    return canonical(formula(a, b));
  } else {
    return static_cast<T>(formula(static_cast<Wrapping<T>>(a), static_cast<Wrapping<T>>(b)));
  }
}

template <class T>
T add(T a, T b) {
  return compute(a, b, [](auto x, auto y) { return x + y; });
}

template <class T>
T subtract(T a, T b) {
  return compute(a, b, [](auto x, auto y) { return x - y; });
}

template <class T>
T multiply(T a, T b) {
  return compute(a, b, [](auto x, auto y) { return x * y; });
}

/// Integers: b != 0; the quotient is truncated, min / -1 wraps.
template <class T>
T divide(T a, T b) {
  if constexpr (kIsReal<T>) {
    return compute(a, b, [](auto x, auto y) { return x / y; });
  } else {
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return subtract(T{0}, a);
    }
    return static_cast<T>(a / b);
  }
}

template <class T>
T sqrt_of(T x) {
  if constexpr (kIsHalf<T>) {
    return round_to<T>(std::sqrt(widen(x)));
  } else {
    return canonical(std::sqrt(x));
  }
}

// Correctly rounded, f16, bf16, f32 and f64 only.
template <class T>
T exp_of(T x);
template <class T>
T log_of(T x);
template <class T>
T sin_of(T x);
template <class T>
T cos_of(T x);
template <class T>
T tanh_of(T x);
/// 1 / (1 + e^-x), rounded once.
template <class T>
T sigmoid_of(T x);
/// x^y with the special cases of IEEE 754 `pow`: anything^0 and 1^anything are 1, NaN too.
template <class T>
T power_of(T x, T y);

/// What sums of T are kept in: double for real types, the unsigned type of the same width for integers.
/// [NUM-3]
template <class T>
using Sum = std::conditional_t<kIsReal<T>, double, uint64_t>;

}  // namespace backedge::numbers
