#pragma once

#include <string>

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// The decimal digits of a finite real: d.ddd * 10^exponent.
struct Decimal {
  bool negative = false;  // -0 is
  std::string digits;     // at least one; no zeros at the end but for the value 0 itself
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

/// A number as an element: reals rounded once to nearest, booleans whether it is 0; integers hold it.
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

/// The fewest digits that, read back and rounded to T, give `value`; the nearest of those to it.
///
/// T  f16, bf16, float or double; value is finite
template <class T>
Decimal shortest_decimal(T value);

/// The decimal with `places` digits after the first, nearest to `value` (to the even one of two), zeros at
/// the end cut.
Decimal nearest_decimal(double value, int places);

/// "-0.001", "12.0", or with an exponent of at least two digits: "-1e-03", "1.2e+01".
std::string decimal_text(const Decimal& decimal, bool with_exponent);

/// The last hexadecimal digits of a number, zeros in front among them: "00000000000000ff".
std::string hexadecimal(uint64_t number, int64_t digits = 16);

/// The element at row-major position `index`: "-7", "true", "0.1", "1e-05", "nan", "-inf"; reals as shortest
/// decimals, with an exponent below 1e-4 and from 1e16 on.
std::string element_text(const Tensor& tensor, int64_t index);

}  // namespace backedge
