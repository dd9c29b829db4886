#pragma once

#include "interpreter/ops/wide.h"

/// Exact quotients of integers.
namespace backedge::ops {

/// numerator / denominator, with a denominator above 0. Both are below 2^126 in magnitude.
struct Ratio {
  Wide numerator = 0, denominator = 1;
};

/// The largest integer that is not above the quotient.
constexpr Wide floor_of(Ratio x) {
  const Wide quotient = x.numerator / x.denominator;
  return x.numerator % x.denominator < 0 ? quotient - 1 : quotient;
}

/// The smallest integer that is not below the quotient.
constexpr Wide ceil_of(Ratio x) { return -floor_of({-x.numerator, x.denominator}); }

/// The quotient, which is 0 or positive, rounded once.
double rounded(Ratio x);

/// The exact value of a finite number above 0. The smaller of the two powers of two that its terms may have
/// is 1.
///
/// x  from 2^-64 to 2^64
Ratio ratio_of(double x);

}  // namespace backedge::ops
