#pragma once

#include <cstdint>

namespace backedge::numbers {

enum class Function {
  kExp,
  kLog,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kAsinh,
  kAcosh,
  kAtanh,
  kErf,
  kSigmoid,
  kPower,
  kAtan2,
};

/// A binary floating-point format whose significands are read as fractions in [1/2, 1).
struct Format {
  int precision;     // digits of a normal significand
  int min_exponent;  // of the smallest subnormal
  int max_exponent;  // of the largest finite number
};

/// The exact value of the function, rounded once to `format`, to nearest even. It is slow, but always finds
/// the result.
///
/// x, y     members of `format`; only kPower and kAtan2 read y; the operands of kAtan2 are y and x
/// returns  a member of `format`; NaN of any payload
double correctly_rounded(Function function, double x, double y, Format format);

/// An integer of 64 bits, with or without sign.
struct Integer {
  bool negative;
  uint64_t magnitude;
};

/// The exact value of the function at an integer, rounded to the nearest integer. NaN gives 0. A magnitude of
/// 2^64 or more gives 2^64 - 1.
///
/// function  any but kSigmoid, kPower and kAtan2
Integer nearest_integer(Function function, Integer x);

}  // namespace backedge::numbers
