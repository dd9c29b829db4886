#include "interpreter/ops/ratio.h"

#include <cmath>

namespace backedge::ops {

double rounded(Ratio x) {
  constexpr Wide kExact = Wide{1} << 53, kEnough = Wide{1} << 55;
  if (x.numerator <= kExact && x.denominator <= kExact)
    return static_cast<double>(x.numerator) / static_cast<double>(x.denominator);
  Wide digits = x.numerator / x.denominator, rest = x.numerator % x.denominator;
  if (digits == 0 && rest == 0) return 0;
  int exponent = 0;
  for (; digits < kEnough; --exponent) {
    rest *= 2;
    const bool one = rest >= x.denominator;
    digits = 2 * digits + (one ? 1 : 0);
    if (one) rest -= x.denominator;
  }
  if (rest > 0) digits |= 1;  // the last digit is too small to be seen otherwise
  return std::ldexp(static_cast<double>(digits), exponent);
}

Ratio ratio_of(double x) {
  int exponent = 0;
  Wide digits = static_cast<Wide>(std::ldexp(std::frexp(x, &exponent), 53));
  exponent -= 53;
  for (; digits % 2 == 0; digits /= 2) ++exponent;
  if (exponent >= 0) return {digits << exponent, 1};
  return {digits, Wide{1} << -exponent};
}

}  // namespace backedge::ops
