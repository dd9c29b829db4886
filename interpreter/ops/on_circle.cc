#include "interpreter/ops/on_circle.h"

// A function of MPFR that uses intmax_t.
#define MPFR_USE_INTMAX_T
#include <mpfr.h>

namespace backedge::numbers {

// 2 pi k / n is never near 0 unless k is 0, so doubles of any exponent hold the results.
OnCircle point_on_circle(int64_t k, int64_t n) {
  mpfr_t angle, result;
  mpfr_init2(angle, 64);
  mpfr_init2(result, 53);
  mpfr_set_uj(angle, static_cast<uintmax_t>(k), MPFR_RNDN);
  OnCircle point{};
  mpfr_cosu(result, angle, static_cast<unsigned long>(n), MPFR_RNDN);
  point.cos = mpfr_get_d(result, MPFR_RNDN);
  mpfr_sinu(result, angle, static_cast<unsigned long>(n), MPFR_RNDN);
  point.sin = mpfr_get_d(result, MPFR_RNDN);
  mpfr_clear(angle);
  mpfr_clear(result);
  return point;
}

}  // namespace backedge::numbers
