#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/numbers.h"

/// Trigonometric and hyperbolic functions and their inverses, and Erf, of one number. An integer gives the
/// nearest integer (NUM-4).
///
/// inputs   a tensor of a numeric type T
/// returns  a tensor of the same type and shape; NaN outside the domain of the function
/// errors   OP-4
/// source   OpenVINO's page of each: version 1; Acosh-3, Asinh-3, Atanh-3
namespace backedge::ops {
namespace {

template <class Function>
Operation numeric(const ErrorClass& error, Function function) {
  return unary<Types::kNumeric>(error, function);
}

}  // namespace

Operation make_tan() {
  return made(__func__, numeric(BetweenPoles{.ulps = 5}, [](auto x) { return numbers::tan_of(x); }));
}

Operation make_asin() {
  return made(__func__, numeric(Monotone{.ulps = 4}, [](auto x) { return numbers::asin_of(x); }));
}

Operation make_acos() {
  return made(__func__, numeric(Monotone{.ulps = 4}, [](auto x) { return numbers::acos_of(x); }));
}

Operation make_atan() {
  return made(__func__, numeric(Monotone{.ulps = 5}, [](auto x) { return numbers::atan_of(x); }));
}

Operation make_sinh() {
  return made(__func__, numeric(Monotone{.ulps = 4}, [](auto x) { return numbers::sinh_of(x); }));
}

/// cosh is convex and least at 0, so the farther end of an interval is the farthest value.
Operation make_cosh() {
  return made(__func__, numeric(Monotone{.ulps = 4}, [](auto x) { return numbers::cosh_of(x); }));
}

Operation make_asinh() {
  return made(__func__, numeric(Monotone{.ulps = 4}, [](auto x) { return numbers::asinh_of(x); }));
}

Operation make_acosh() {
  return made(__func__, numeric(Monotone{.ulps = 4}, [](auto x) { return numbers::acosh_of(x); }));
}

Operation make_atanh() {
  return made(__func__, numeric(Monotone{.ulps = 5}, [](auto x) { return numbers::atanh_of(x); }));
}

/// 2 / sqrt(pi) times the integral of e^(-t^2) from 0 to x. The factor on the page is not that of erf.
Operation make_erf() {
  return made(__func__, numeric(Monotone{.ulps = 16}, [](auto x) { return numbers::erf_of(x); }));
}

/// The angle of the point (x, y), in radians, from -pi to pi. A result is rounded once (NUM-4), so that of a
/// point on the negative half of the x axis may be a little more than pi.
///
/// inputs   y and x: two tensors of one real type T, with shapes that the Broadcasting admits
/// returns  a tensor of T
/// errors   OP-4, OP-5
/// source   OpenVINO's Atan2-17
Operation make_atan2(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              binary<Types::kReal>(broadcasting, Angle{.ulps = 6},
                                   [](auto y, auto x) { return numbers::atan2_of(y, x); }));
}

}  // namespace backedge::ops
