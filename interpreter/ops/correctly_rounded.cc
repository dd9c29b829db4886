#include "interpreter/ops/correctly_rounded.h"

#include <mpfr.h>

#include "interpreter/base/check.h"

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

int apply(Function function, mpfr_ptr result, mpfr_ptr x, mpfr_ptr y) {
  switch (function) {
    case Function::kExp:
      return mpfr_exp(result, x, MPFR_RNDN);
    case Function::kLog:
      return mpfr_log(result, x, MPFR_RNDN);
    case Function::kSin:
      return mpfr_sin(result, x, MPFR_RNDN);
    case Function::kCos:
      return mpfr_cos(result, x, MPFR_RNDN);
    case Function::kTanh:
      return mpfr_tanh(result, x, MPFR_RNDN);
    case Function::kPower:
      return mpfr_pow(result, x, y, MPFR_RNDN);
    case Function::kSigmoid:
      break;  // not a function of MPFR
  }
  CHECK(false);
  return 0;
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
  const int direction = apply(function, result, a, b);
  mpfr_subnormalize(result, direction, MPFR_RNDN);
  return mpfr_get_d(result, MPFR_RNDN);
}

}  // namespace backedge::numbers
