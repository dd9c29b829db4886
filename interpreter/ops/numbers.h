#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "interpreter/elements/convert_element.h"

/// Scalar arithmetic of every element type. Each function computes one element of an operation.
///
/// A real result is the exact result rounded once to nearest even (NUM-1). A computed NaN is the positive
/// quiet NaN without payload (NUM-5). Integer results wrap modulo 2^width (NUM-2).
namespace backedge::numbers {

/// The binary digits of the significand of a real type.
int significant_digits(ElementType type);

/// The type for integers modulo 2^width. It is wide enough not to be promoted to a signed type.  [NUM-2]
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

/// Integers: b != 0; the quotient is rounded down.
template <class T>
T floor_divide(T a, T b) {
  const T quotient = divide(a, b);
  const bool exact = multiply(quotient, b) == a;
  return exact || (a < 0) == (b < 0) ? quotient : static_cast<T>(quotient - 1);
}

/// a - truncated(a / b) * b, which T always holds exactly. Integers: b != 0.
template <class T>
T remainder(T a, T b) {
  if constexpr (kIsReal<T>) {
    return round_to<T>(std::fmod(static_cast<double>(widen(a)), static_cast<double>(widen(b))));
  } else {
    return subtract(a, multiply(divide(a, b), b));
  }
}

/// a - floor(a / b) * b, rounded once; a zero has the sign of b. Integers: b != 0.
template <class T>
T floor_remainder(T a, T b) {
  if constexpr (kIsReal<T>) {
    const T rest = remainder(a, b);
    if (widen(rest) == 0) return round_to<T>(std::copysign(0.0, widen(b)));
    return std::signbit(widen(rest)) == std::signbit(widen(b)) ? rest : add(rest, b);
  } else {
    const T rest = remainder(a, b);
    return rest == 0 || (rest < 0) == (b < 0) ? rest : static_cast<T>(rest + b);
  }
}

/// The larger one; +0 is larger than -0; NaN if one is NaN.
template <class T>
T maximum(T a, T b) {
  if constexpr (kIsHalf<T>) {
    return round_to<T>(maximum(widen(a), widen(b)));
  } else if constexpr (kIsReal<T>) {
    const T larger = a == b ? (std::signbit(a) ? b : a) : (a > b ? a : b);
    return a != a || b != b ? std::numeric_limits<T>::quiet_NaN() : larger;  // [NUM-9]
  } else {
    return a < b ? b : a;
  }
}

/// The smaller one; -0 is smaller than +0; NaN if one is NaN.
template <class T>
T minimum(T a, T b) {
  if constexpr (kIsHalf<T>) {
    return round_to<T>(minimum(widen(a), widen(b)));
  } else if constexpr (kIsReal<T>) {
    const T smaller = a == b ? (std::signbit(a) ? a : b) : (a < b ? a : b);
    return a != a || b != b ? std::numeric_limits<T>::quiet_NaN() : smaller;
  } else {
    return b < a ? b : a;
  }
}

/// a^b modulo 2^width; for b < 0 the truncated 1 / a^-b, where a must not be 0.
template <class T>
T integer_power(T a, T b) {
  if (b < 0) return a == 1 || (a == T(-1) && b % 2 != 0) ? a : T{a == T(-1)};
  T power = 1;
  for (auto rest = static_cast<std::make_unsigned_t<T>>(b); rest != 0; rest >>= 1) {
    if (rest & 1) power = multiply(power, a);
    a = multiply(a, a);
  }
  return power;
}

/// The nearest whole number; of two, the even one. The sign stays, also that of a result 0.
template <class T>
T round_half_to_even(T x) {
  if constexpr (kIsInteger<T>) {
    return x;
  } else {
    return round_to<T>(std::nearbyint(widen(x)));  // [NUM-12]
  }
}

/// The nearest whole number; of two, the one that is farther from 0. The sign stays.
template <class T>
T round_half_away_from_zero(T x) {
  if constexpr (kIsInteger<T>) {
    return x;
  } else {
    return round_to<T>(std::round(widen(x)));  // [NUM-12]
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

// These are correctly rounded, for f16, bf16, f32 and f64 only.
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
/// x^y with the special cases of IEEE 754 `pow`: x^0 and 1^y are 1, even for NaN.
template <class T>
T power_of(T x, T y);
/// The angle of the point (x, y), from -pi to pi, with the special cases of IEEE 754 `atan2`: a zero has a
/// sign, and infinities have quadrants.
template <class T>
T atan2_of(T y, T x);

// These are also defined for integers: the exact value is rounded to the nearest integer, and then to the
// nearest T. NaN becomes 0.
template <class T>
T tan_of(T x);
template <class T>
T asin_of(T x);
template <class T>
T acos_of(T x);
template <class T>
T atan_of(T x);
template <class T>
T sinh_of(T x);
template <class T>
T cosh_of(T x);
template <class T>
T asinh_of(T x);
template <class T>
T acosh_of(T x);
/// Integers: an x below -1 or above 1 counts as -1 or 1, as the page of Atanh says.
template <class T>
T atanh_of(T x);
template <class T>
T erf_of(T x);

/// The type in which elements of T are summed: double for real types, otherwise an unsigned integer.  (NUM-3)
template <class T>
using Sum = std::conditional_t<kIsReal<T>, double, uint64_t>;  // [NUM-3]

}  // namespace backedge::numbers
