#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "interpreter/tensor/element_type.h"

/// Conversion of one element to another type. The rest of this namespace, the arithmetic of elements, is in
/// ops/numbers.h.
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

/// `value`, or the canonical NaN of T if it is a NaN.
template <class T>
requires std::is_floating_point_v<T> T canonical(T value) {
  return value == value ? value : std::numeric_limits<T>::quiet_NaN();  // [NUM-5]
}

/// A real value rounded once to T, with the canonical NaN.
///
/// `value` may be a rounded sum, product, quotient or root of two f16 or bf16. Then the second rounding
/// changes nothing, because a double has more than twice their digits.
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

/// An integer as a double that rounds to 8 or 11 digits like the integer itself. Digits that may not fit a
/// double are replaced by one digit that says whether any of them was set.
template <class T>
double round_to_odd(T value) {
  constexpr T kExact = T{1} << 53;
  if (value / kExact == 0) return static_cast<double>(value);
  return static_cast<double>((value >> 11) | T{(value & 0x7ff) != 0}) * 0x1p11;
}

/// The value as a To.
///
/// real to integer    truncated toward zero, then the nearest To; NaN is 0
/// real to real       rounded once
/// integer to integer modulo 2^width
/// to boolean         whether it is not 0: NaN is true
template <class To, class From>
To convert(From value) {
  const auto wide = widen(value);
  if constexpr (std::is_same_v<To, bool>) {
    return wide != 0;
  } else if constexpr (kIsReal<To>) {
    if constexpr (kIsHalf<To> && kIsInteger<From> && sizeof(From) == 8)
      return round_to<To>(round_to_odd(value));
    if constexpr (std::is_same_v<To, float>) return canonical(static_cast<float>(wide));
    return round_to<To>(static_cast<double>(wide));
  } else if constexpr (kIsReal<From>) {
    constexpr To kLowest = std::numeric_limits<To>::min(), kHighest = std::numeric_limits<To>::max();
    if (!(wide == wide)) return 0;
    if (wide >= static_cast<double>(kHighest)) return kHighest;  // [NUM-7]
    return static_cast<To>(std::max(wide, static_cast<double>(kLowest)));
  } else {
    return static_cast<To>(wide);
  }
}

}  // namespace backedge::numbers
