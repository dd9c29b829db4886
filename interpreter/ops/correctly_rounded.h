#pragma once

namespace backedge::numbers {

enum class Function { kExp, kLog, kSin, kCos, kTanh, kSigmoid, kPower };

/// A binary floating-point format whose significands are read as fractions in [1/2, 1).
struct Format {
  int precision;     // digits of a normal significand
  int min_exponent;  // of the smallest subnormal
  int max_exponent;  // of the largest finite number
};

/// The exact value of the function, rounded once to `format`, to nearest even. It is slow, but always finds
/// the result.
///
/// x, y     members of `format`; only kPower reads y
/// returns  a member of `format`; NaN of any payload
double correctly_rounded(Function function, double x, double y, Format format);

}  // namespace backedge::numbers
