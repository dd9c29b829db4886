#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/numbers.h"

/// Operations of two numbers.
///
/// inputs   two tensors of one numeric type T, with shapes that the Broadcasting admits
/// returns  a tensor of T
/// errors   OP-4, OP-5; NUM-8 an integer divided by zero
/// source   OpenVINO's page of each, version 1
namespace backedge::ops {
namespace {

template <class Formula>
Operation numeric(const Broadcasting& broadcasting, const ErrorClass& error, Formula formula) {
  return binary<Types::kNumeric>(broadcasting, error, formula);
}

/// formula(a, b) if b is not an integer 0.
template <class Formula>
Operation division(const Broadcasting& broadcasting, const ErrorClass& error, Formula formula) {
  return numeric(broadcasting, error, [formula]<class T>(T a, T b, bool& divides_by_zero) {
    if constexpr (kIsInteger<T>) {
      if (b == 0) {
        divides_by_zero = true;
        return T{0};
      }
    }
    return formula(a, b);
  });
}

}  // namespace

Operation make_add(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              numeric(broadcasting, kSumOfTerms, [](auto a, auto b) { return numbers::add(a, b); }));
}

Operation make_subtract(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              numeric(broadcasting, kDifference, [](auto a, auto b) { return numbers::subtract(a, b); }));
}

Operation make_multiply(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              numeric(broadcasting, kSumOfProducts, [](auto a, auto b) { return numbers::multiply(a, b); }));
}

/// a / b
Operation make_divide(const Divide& options) {
  const auto formula = [floors = options.floors_integers]<class T>(T a, T b) {
    if constexpr (kIsInteger<T>) {
      if (floors) return numbers::floor_divide(a, b);
    }
    return numbers::divide(a, b);
  };
  return made(__func__, options, division(options.broadcasting, Quotient{.ulps = 3}, formula));
}

/// a - truncated(a / b) * b: the sign is that of a.
Operation make_mod(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              division(broadcasting, NotDerived{}, [](auto a, auto b) { return numbers::remainder(a, b); }));
}

/// a - floor(a / b) * b: the sign is that of b.
Operation make_floor_mod(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, division(broadcasting, NotDerived{}, [](auto a, auto b) {
                return numbers::floor_remainder(a, b);
              }));
}

/// a^b. For integers it is the exact power modulo 2^width; if b < 0, it is 1 / a^-b truncated, like Divide.
Operation make_power(const Broadcasting& broadcasting) {
  const auto formula = []<class T>(T a, T b, bool& divides_by_zero) {
    if constexpr (kIsInteger<T>) {
      if (a == 0 && b < 0) {
        divides_by_zero = true;
        return T{0};
      }
      return numbers::integer_power(a, b);
    } else {
      return numbers::power_of(a, b);
    }
  };
  return made(__func__, broadcasting, numeric(broadcasting, Powers{.ulps = 16}, formula));
}

/// (a - b)^2, rounded after each of its two steps.
Operation make_squared_difference(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              numeric(broadcasting, SquaredDifference{broadcasting}, [](auto a, auto b) {
                const auto difference = numbers::subtract(a, b);
                return numbers::multiply(difference, difference);
              }));
}

Operation make_maximum(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, numeric(broadcasting, Monotone{.ulps = 0}, [](auto a, auto b) {
                return numbers::maximum(a, b);
              }));
}

Operation make_minimum(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, numeric(broadcasting, Monotone{.ulps = 0}, [](auto a, auto b) {
                return numbers::minimum(a, b);
              }));
}

}  // namespace backedge::ops
