#pragma once

#include <string>

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// The decimal digits of a finite real: d.ddd * 10^exponent.
struct Decimal {
  bool negative = false;  // true for -0
  std::string digits;     // at least one; no zeros at the end, unless the value is 0
  int exponent = 0;
};

/// A real element as a double, which holds every value of every real type.
template <class T>
double exactly(T value) {
  if constexpr (kIsHalf<T>) {
    return to_float(value);
  } else {
    return value;
  }
}

/// A number as an element. Reals are rounded once to nearest, a boolean says whether the number is not 0,
/// and an integer type must hold the number.
template <class T, class Number>
T element_of(Number number) {
  if constexpr (std::is_same_v<T, f16>) {
    return round_to_f16(static_cast<double>(number));
  } else if constexpr (std::is_same_v<T, bf16>) {
    return round_to_bf16(static_cast<double>(number));
  } else if constexpr (std::is_same_v<T, bool>) {
    return number != 0;
  } else {
    return static_cast<T>(number);
  }
}

/// The fewest digits that give `value` when they are read and rounded to T; if several decimals do, the
/// nearest.
///
/// T  f16, bf16, float or double; value is finite
template <class T>
Decimal shortest_decimal(T value);

/// The decimal nearest to `value` with `places` digits after the first one, without zeros at the end. A tie
/// goes to the even digit.
Decimal nearest_decimal(double value, int places);

/// "-0.001", "12.0", or with an exponent of at least two digits: "-1e-03", "1.2e+01".
std::string decimal_text(const Decimal& decimal, bool with_exponent);

/// The last hexadecimal digits of a number, with leading zeros: "00000000000000ff".
std::string hexadecimal(uint64_t number, int64_t digits = 16);

/// The element at row-major position `index`: "-7", "true", "0.1", "1e-05", "nan", "-inf". Reals are the
/// shortest decimals, with an exponent below 1e-4 and from 1e16 on.
std::string element_text(const Tensor& tensor, int64_t index);

}  // namespace backedge
