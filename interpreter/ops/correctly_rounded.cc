#include "interpreter/ops/correctly_rounded.h"

// The two functions of MPFR that use intmax_t.
#define MPFR_USE_INTMAX_T
#include <mpfr.h>

#include "interpreter/base/check.h"
#include "interpreter/ops/on_circle.h"

namespace backedge::numbers {
namespace {

/// MPFR keeps a cache of constants and numbers in each thread. It must be freed when the thread ends.
struct Cache {
  ~Cache() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

class Number {
 public:
  explicit Number(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  operator mpfr_ptr() { return value_; }

 private:
  mpfr_t value_;
};

/// Sets MPFR's exponent range to that of `format` while this object lives.
class Range {
 public:
  explicit Range(Format format) {
    mpfr_set_emin(format.min_exponent);
    mpfr_set_emax(format.max_exponent);
  }
  ~Range() {
    mpfr_set_emin(emin_);
    mpfr_set_emax(emax_);
  }
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;

 private:
  const mpfr_exp_t emin_ = mpfr_get_emin(), emax_ = mpfr_get_emax();
};

/// `value`, which is exact and has any exponent, rounded once.
double round_to_format(mpfr_ptr value, Format format) {
  Number rounded(format.precision);
  const int direction = mpfr_set(rounded, value, MPFR_RNDN);
  const Range range(format);  // not earlier: numbers outside the range must not be read in it
  const int checked = mpfr_check_range(rounded, direction, MPFR_RNDN);
  mpfr_subnormalize(rounded, checked, MPFR_RNDN);
  return mpfr_get_d(rounded, MPFR_RNDN);
}

/// Encloses 1 / (1 + e^-x) more and more tightly until both bounds round to the same number. The loop ends,
/// because the value is never exactly halfway between two numbers of a format.
double sigmoid(double x, Format format) {
  Number minus_x(53), low(53), high(53);
  mpfr_set_d(minus_x, -x, MPFR_RNDN);
  for (mpfr_prec_t precision = 2 * format.precision + 16;; precision *= 2) {
    mpfr_set_prec(low, precision);
    mpfr_set_prec(high, precision);
    mpfr_exp(low, minus_x, MPFR_RNDU);
    mpfr_add_ui(low, low, 1, MPFR_RNDU);
    mpfr_ui_div(low, 1, low, MPFR_RNDD);
    mpfr_exp(high, minus_x, MPFR_RNDD);
    mpfr_add_ui(high, high, 1, MPFR_RNDD);
    mpfr_ui_div(high, 1, high, MPFR_RNDU);
    const double rounded = round_to_format(low, format);
    if (rounded == round_to_format(high, format) || rounded != rounded) return rounded;
  }
}

using OfOne = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using OfTwo = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

OfOne function_of_mpfr(Function function) {
  switch (function) {
    case Function::kExp:
      return mpfr_exp;
    case Function::kLog:
      return mpfr_log;
    case Function::kSin:
      return mpfr_sin;
    case Function::kCos:
      return mpfr_cos;
    case Function::kTan:
      return mpfr_tan;
    case Function::kAsin:
      return mpfr_asin;
    case Function::kAcos:
      return mpfr_acos;
    case Function::kAtan:
      return mpfr_atan;
    case Function::kSinh:
      return mpfr_sinh;
    case Function::kCosh:
      return mpfr_cosh;
    case Function::kTanh:
      return mpfr_tanh;
    case Function::kAsinh:
      return mpfr_asinh;
    case Function::kAcosh:
      return mpfr_acosh;
    case Function::kAtanh:
      return mpfr_atanh;
    case Function::kErf:
      return mpfr_erf;
    case Function::kSigmoid:  // not a function of MPFR
    case Function::kPower:    // of two numbers
    case Function::kAtan2:    // of two numbers
      break;
  }
  CHECK(false);
  return nullptr;
}

/// Nothing for a function of one number.
OfTwo function_of_two_numbers(Function function) {
  return function == Function::kPower ? mpfr_pow : function == Function::kAtan2 ? mpfr_atan2 : nullptr;
}

}  // namespace

double correctly_rounded(Function function, double x, double y, Format format) {
  thread_local const Cache cache;
  if (function == Function::kSigmoid) return sigmoid(x, format);
  const Range range(format);
  Number a(53), b(53), result(format.precision);
  mpfr_set_d(a, x, MPFR_RNDN);
  mpfr_set_d(b, y, MPFR_RNDN);
  // MPFR rounds once to `precision` digits and returns the direction. With the direction, the shortening of
  // a subnormal is not a second rounding.
  const OfTwo of_two = function_of_two_numbers(function);
  const int direction =
      of_two != nullptr ? of_two(result, a, b, MPFR_RNDN) : function_of_mpfr(function)(result, a, MPFR_RNDN);
  mpfr_subnormalize(result, direction, MPFR_RNDN);
  return mpfr_get_d(result, MPFR_RNDN);
}

Integer nearest_integer(Function function, Integer x) {
  thread_local const Cache cache;
  // Halves below 2^64 have at most 65 digits. So a value that is cut to 80 digits is at least a half exactly
  // if it was before, and halves are rounded away from 0.
  Number operand(64), result(80);
  mpfr_set_uj(operand, x.magnitude, MPFR_RNDN);
  if (x.negative) mpfr_neg(operand, operand, MPFR_RNDN);
  function_of_mpfr(function)(result, operand, MPFR_RNDZ);
  mpfr_round(result, result);
  const bool negative = mpfr_signbit(result) != 0;
  mpfr_abs(result, result, MPFR_RNDN);
  return {negative, mpfr_get_uj(result, MPFR_RNDN)};
}

// No number on the circle is too small for a double, so the exponent range stays.
OnCircle point_on_circle(int64_t k, int64_t n) {
  thread_local const Cache cache;
  Number turns(64), cos(53), sin(53);
  mpfr_set_uj(turns, static_cast<uintmax_t>(k), MPFR_RNDN);
  mpfr_cosu(cos, turns, static_cast<unsigned long>(n), MPFR_RNDN);
  mpfr_sinu(sin, turns, static_cast<unsigned long>(n), MPFR_RNDN);
  return {mpfr_get_d(cos, MPFR_RNDN), mpfr_get_d(sin, MPFR_RNDN)};
}

}  // namespace backedge::numbers
