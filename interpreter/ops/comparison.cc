#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/numbers.h"

/// Comparisons of two tensors of one type, the logical operations, and IsNaN, IsInf and IsFinite.
///
/// returns  a boolean tensor of the shape that the Broadcasting gives. NaN is unequal to everything, and
///          every other comparison with NaN is false; false < true
/// errors   OP-4, OP-5
/// source   OpenVINO's page of each: version 1; IsNaN-10, IsInf-10, IsFinite-10
namespace backedge::ops {
namespace {

template <class Relation>
Operation compare(const Broadcasting& broadcasting, Relation relation) {
  return binary<Types::kAny>(broadcasting, Compares{broadcasting}, [relation](auto a, auto b) {
    return relation(numbers::widen(a), numbers::widen(b));
  });
}

}  // namespace

Operation make_equal(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, compare(broadcasting, [](auto a, auto b) { return a == b; }));
}

Operation make_not_equal(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, compare(broadcasting, [](auto a, auto b) { return a != b; }));
}

Operation make_less(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, compare(broadcasting, [](auto a, auto b) { return a < b; }));
}

Operation make_less_equal(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, compare(broadcasting, [](auto a, auto b) { return a <= b; }));
}

Operation make_greater(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, compare(broadcasting, [](auto a, auto b) { return a > b; }));
}

Operation make_greater_equal(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, compare(broadcasting, [](auto a, auto b) { return a >= b; }));
}

Operation make_is_nan() {
  return made(__func__,
              predicate<Types::kReal>(Steps{}, [](auto x) { return std::isnan(numbers::widen(x)); }));
}

Operation make_is_inf(const IsInf& options) {
  return made(__func__, options, predicate<Types::kReal>(Steps{}, [options](auto x) {
                const double wide = numbers::widen(x);
                return std::isinf(wide) && (wide < 0 ? options.detects_negative : options.detects_positive);
              }));
}

Operation make_is_finite() {
  return made(__func__,
              predicate<Types::kReal>(Steps{}, [](auto x) { return std::isfinite(numbers::widen(x)); }));
}

Operation make_logical_and(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              binary<Types::kBoolean>(broadcasting, ReadsNoReals{}, [](bool a, bool b) { return a && b; }));
}

Operation make_logical_or(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              binary<Types::kBoolean>(broadcasting, ReadsNoReals{}, [](bool a, bool b) { return a || b; }));
}

Operation make_logical_xor(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              binary<Types::kBoolean>(broadcasting, ReadsNoReals{}, [](bool a, bool b) { return a != b; }));
}

Operation make_logical_not() {
  return made(__func__, unary<Types::kBoolean>(ReadsNoReals{}, [](bool a) { return !a; }));
}

}  // namespace backedge::ops
