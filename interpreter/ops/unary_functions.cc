#include <cmath>

#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/integer_functions.h"
#include "interpreter/ops/map_elements.h"
#include "interpreter/ops/numbers.h"

/// Functions of one number.
///
/// inputs   a tensor of a numeric type T (Exp, Sigmoid, SoftSign: of a real one)
/// returns  a tensor of the same type and shape
/// errors   OP-4, OP-5
/// source   OpenVINO's page of each, version 1
namespace backedge::ops {
namespace {

/// The operation of a function that also exists for integers.
template <class OfReal, class OfInteger>
Operation numeric(const ErrorClass& error, OfReal of_real, OfInteger of_integer) {
  return unary<Types::kNumeric>(error, [=]<class T>(T x) {
    if constexpr (kIsReal<T>) {
      return of_real(x);
    } else {
      return of_integer(x);
    }
  });
}

constexpr auto kItself = [](auto x) { return x; };

}  // namespace

Operation make_abs() {
  return made(__func__, numeric(
                            Monotone{.ulps = 0},
                            []<class T>(T x) { return numbers::round_to<T>(std::fabs(numbers::widen(x))); },
                            []<class T>(T x) { return x < 0 ? numbers::subtract(T{0}, x) : x; }));
}

Operation make_negative() {
  return made(__func__,
              numeric(
                  Monotone{.ulps = 0}, []<class T>(T x) { return numbers::round_to<T>(-numbers::widen(x)); },
                  []<class T>(T x) { return numbers::subtract(T{0}, x); }));
}

/// -1, 0 or 1; 0 for -0; NaN for NaN.
Operation make_sign() {
  return made(__func__, numeric(
                            Steps{},
                            []<class T>(T x) {
                              const double wide = numbers::widen(x);
                              return numbers::round_to<T>(wide != wide ? wide : (wide > 0) - (wide < 0));
                            },
                            []<class T>(T x) { return static_cast<T>((x > 0) - (x < 0)); }));
}

Operation make_floor() {
  return made(__func__,
              numeric(
                  Steps{}, []<class T>(T x) { return numbers::round_to<T>(std::floor(numbers::widen(x))); },
                  kItself));
}

Operation make_ceiling() {
  return made(
      __func__,
      numeric(
          Steps{}, []<class T>(T x) { return numbers::round_to<T>(std::ceil(numbers::widen(x))); }, kItself));
}

/// The nearest whole number. A result 0 has the sign of x.
///
/// source  OpenVINO's Round-5
Operation make_round(Halves halves) {
  if (halves == Halves::kToEven)
    return made(__func__, halves,
                unary<Types::kNumeric>(Steps{}, [](auto x) { return numbers::round_half_to_even(x); }));
  return made(__func__, halves,
              unary<Types::kNumeric>(Steps{}, [](auto x) { return numbers::round_half_away_from_zero(x); }));
}

Operation make_sqrt() {
  return made(__func__, numeric(
                            Monotone{.ulps = 3}, [](auto x) { return numbers::sqrt_of(x); },
                            [](auto x) { return integer_sqrt(x); }));
}

Operation make_exp() {
  return made(__func__, unary<Types::kReal>(Monotone{.ulps = 3}, [](auto x) { return numbers::exp_of(x); }));
}

Operation make_log() {
  return made(__func__, numeric(
                            Monotone{.ulps = 3}, [](auto x) { return numbers::log_of(x); },
                            [](auto x) { return integer_log(x); }));
}

Operation make_sin() {
  return made(__func__, numeric(
                            Wave{.ulps = 4}, [](auto x) { return numbers::sin_of(x); },
                            [](auto x) { return integer_sin(x); }));
}

Operation make_cos() {
  return made(__func__, numeric(
                            Wave{.ulps = 4}, [](auto x) { return numbers::cos_of(x); },
                            [](auto x) { return integer_cos(x); }));
}

Operation make_tanh() {
  return made(__func__, numeric(
                            Monotone{.ulps = 5}, [](auto x) { return numbers::tanh_of(x); },
                            [](auto x) { return integer_tanh(x); }));
}

Operation make_sigmoid() {
  return made(__func__,
              unary<Types::kReal>(Monotone{.ulps = 5}, [](auto x) { return numbers::sigmoid_of(x); }));
}

/// max(0, x)
Operation make_relu() {
  return made(__func__, unary<Types::kNumeric>(Monotone{.ulps = 0},
                                               []<class T>(T x) { return numbers::maximum(T{}, x); }));
}

/// x / (1 + |x|), rounded after each step. An infinity gives NaN.
///
/// source  OpenVINO's SoftSign-9
Operation make_softsign() {
  return made(__func__, unary<Types::kReal>(Monotone{.ulps = 5}, []<class T>(T x) {
                const T magnitude = numbers::round_to<T>(std::fabs(numbers::widen(x)));
                return numbers::divide(x, numbers::add(numbers::round_to<T>(1), magnitude));
              }));
}

/// min(max(x, low), high). `low` and `high` are converted to T first. For a real T they are rounded to
/// nearest, for an integer T to the inside of [low, high].
Operation make_clamp(const Clamp& options) {
  const auto kernel = [options](const KernelCall& call) -> Result<void> {
    dispatch<Types::kNumeric>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
      const T low = numbers::convert<T>(kIsReal<T> ? options.low : std::ceil(options.low));
      const T high = numbers::convert<T>(kIsReal<T> ? options.high : std::floor(options.high));
      map_unary<T>(call, [=](T x) { return numbers::minimum(numbers::maximum(x, low), high); });
    });
    return {};
  };
  return made(__func__, options,
              {.infer = infer_unary(Types::kNumeric), .kernel = kernel, .error = Monotone{.ulps = 0}});
}

}  // namespace backedge::ops
