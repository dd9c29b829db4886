#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/numbers.h"

/// Operations on the bits of integers in two's complement.
///
/// inputs   tensors of one integer type T (And, Or, Xor and Not: or boolean, as the logical operations)
/// returns  a tensor of T
/// errors   OP-4, OP-5
/// source   OpenVINO's page of each: version 13; the shifts: version 15
namespace backedge::ops {
namespace {

template <class Formula>
Operation bitwise(const Broadcasting& broadcasting, Formula formula) {
  return binary<Types::kIntegerOrBoolean>(
      broadcasting, ReadsNoReals{}, [formula]<class T>(T a, T b) { return static_cast<T>(formula(a, b)); });
}

/// shift(a, count) if `count` is less than the width of T, and otherwise `beyond(a)`. A negative count is read
/// as an unsigned number, so it is larger than the width.
template <class Shift, class Beyond>
Operation shifted(const Broadcasting& broadcasting, Shift shift, Beyond beyond) {
  return binary<Types::kInteger>(broadcasting, ReadsNoReals{}, [shift, beyond]<class T>(T a, T b) {
    const auto count = static_cast<std::make_unsigned_t<T>>(b);
    return static_cast<T>(count < 8 * sizeof(T) ? shift(a, count) : beyond(a));  // [NUM-11]
  });
}

}  // namespace

Operation make_bitwise_and(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, bitwise(broadcasting, [](auto a, auto b) { return a & b; }));
}

Operation make_bitwise_or(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, bitwise(broadcasting, [](auto a, auto b) { return a | b; }));
}

Operation make_bitwise_xor(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting, bitwise(broadcasting, [](auto a, auto b) { return a ^ b; }));
}

Operation make_bitwise_not() {
  return made(__func__, unary<Types::kIntegerOrBoolean>(ReadsNoReals{}, []<class T>(T a) {
                return static_cast<T>(a ^ (std::is_same_v<T, bool> ? T{1} : static_cast<T>(-1)));
              }));
}

/// a * 2^b modulo 2^width
Operation make_bitwise_left_shift(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              shifted(
                  broadcasting,
                  []<class T>(T a, auto count) { return static_cast<numbers::Wrapping<T>>(a) << count; },
                  [](auto) { return 0; }));
}

/// a / 2^b, rounded down
Operation make_bitwise_right_shift(const Broadcasting& broadcasting) {
  return made(__func__, broadcasting,
              shifted(
                  broadcasting, [](auto a, auto count) { return a >> count; },
                  [](auto a) { return a < 0 ? -1 : 0; }));
}

}  // namespace backedge::ops
