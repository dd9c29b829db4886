#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/elementwise_kernel.h"
#include "interpreter/ops/numbers.h"

/// Operations of two numbers.
///
/// inputs   two tensors of one numeric type T, shapes as auto_broadcast admits
/// returns  a tensor of T
/// errors   OP-2, OP-4, OP-5; NUM-8 an integer divided by zero
/// source   the page of each, version 1
namespace backedge {
namespace {

constexpr bool kNoPdpd = false, kPdpd = true;

/// formula(a, b) where b is not an integer 0.
template <class Formula>
Result<Operation> division(Attributes& attributes, bool pdpd, Formula formula) {
  return binary<Types::kNumeric>(attributes, pdpd, [formula]<class T>(T a, T b, bool& divides_by_zero) {
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

Result<Operation> make_add(Attributes& attributes, int64_t, int64_t) {
  return binary<Types::kNumeric>(attributes, kPdpd, [](auto a, auto b) { return numbers::add(a, b); });
}

Result<Operation> make_subtract(Attributes& attributes, int64_t, int64_t) {
  return binary<Types::kNumeric>(attributes, kPdpd, [](auto a, auto b) { return numbers::subtract(a, b); });
}

Result<Operation> make_multiply(Attributes& attributes, int64_t, int64_t) {
  return binary<Types::kNumeric>(attributes, kPdpd, [](auto a, auto b) { return numbers::multiply(a, b); });
}

/// a / b; integers: floored where m_pythondiv (the default), else truncated.
Result<Operation> make_divide(Attributes& attributes, int64_t, int64_t) {
  const bool floored = TRY(attributes.boolean("m_pythondiv", true));
  return division(attributes, kPdpd, [floored]<class T>(T a, T b) {
    if constexpr (kIsInteger<T>) {
      if (floored) return numbers::floor_divide(a, b);
    }
    return numbers::divide(a, b);
  });
}

/// a - truncated(a / b) * b: the sign is that of a.
Result<Operation> make_mod(Attributes& attributes, int64_t, int64_t) {
  return division(attributes, kNoPdpd, [](auto a, auto b) { return numbers::remainder(a, b); });
}

/// a - floor(a / b) * b: the sign is that of b.
Result<Operation> make_floor_mod(Attributes& attributes, int64_t, int64_t) {
  return division(attributes, kNoPdpd, [](auto a, auto b) { return numbers::floor_remainder(a, b); });
}

/// a^b. Of integers the exact power modulo 2^width; with b < 0 that is 1 / a^-b truncated, as Divide would
/// give it.
Result<Operation> make_power(Attributes& attributes, int64_t, int64_t) {
  return binary<Types::kNumeric>(attributes, kNoPdpd, []<class T>(T a, T b, bool& divides_by_zero) {
    if constexpr (kIsInteger<T>) {
      if (a == 0 && b < 0) {
        divides_by_zero = true;
        return T{0};
      }
      return numbers::integer_power(a, b);
    } else {
      return numbers::power_of(a, b);
    }
  });
}

/// (a - b)^2, rounded after each of its two steps.
Result<Operation> make_squared_difference(Attributes& attributes, int64_t, int64_t) {
  return binary<Types::kNumeric>(attributes, kNoPdpd, [](auto a, auto b) {
    const auto difference = numbers::subtract(a, b);
    return numbers::multiply(difference, difference);
  });
}

Result<Operation> make_maximum(Attributes& attributes, int64_t, int64_t) {
  return binary<Types::kNumeric>(attributes, kPdpd, [](auto a, auto b) { return numbers::maximum(a, b); });
}

Result<Operation> make_minimum(Attributes& attributes, int64_t, int64_t) {
  return binary<Types::kNumeric>(attributes, kPdpd, [](auto a, auto b) { return numbers::minimum(a, b); });
}

}  // namespace backedge
