#include "interpreter/ops/numbers.h"

#include <algorithm>

#include "interpreter/ops/correctly_rounded.h"

namespace backedge::numbers {
namespace {

template <class T>
constexpr Format kFormat{};
template <>
constexpr Format kFormat<f16>{11, -23, 16};
template <>
constexpr Format kFormat<bf16>{8, -132, 128};
template <>
constexpr Format kFormat<float>{24, -148, 128};
template <>
constexpr Format kFormat<double>{53, -1073, 1024};

/// The assumed relative error of a libm. Known ones stay below 2^-51. A larger error than this bound would
/// give other bits than MPFR.
constexpr double kDoubt = 0x1p-47;

/// Ziv's test: if every value near `approximate` rounds to the same T, that is the result. Otherwise MPFR
/// decides. So the result does not depend on the libm.
template <class T>
T settle(double approximate, Function function, T x, T y) {
  const T low = round_to<T>(approximate * (1 - kDoubt));
  const T high = round_to<T>(approximate * (1 + kDoubt));
  if (low == high || low != low) return low;
  return round_to<T>(correctly_rounded(function, widen(x), widen(y), kFormat<T>));  // [NUM-4]
}

/// function(x) rounded to the nearest integer, as the nearest T; 0 for NaN.
template <class T>
T nearest_to(Function function, T x) {
  const auto bits = static_cast<uint64_t>(x);
  const auto [negative, magnitude] = nearest_integer(function, {x < 0, x < 0 ? 0 - bits : bits});
  const uint64_t most = static_cast<uint64_t>(std::numeric_limits<T>::max());
  if (!negative) return static_cast<T>(std::min(magnitude, most));
  return std::is_unsigned_v<T> ? T{0} : static_cast<T>(0 - std::min(magnitude, most + 1));
}

/// function(x, y), if approximation(x, y) gives it in double with an error below kDoubt.
template <class T, class Approximation>
T evaluate(Function function, T x, T y, Approximation approximation) {
  if constexpr (kIsInteger<T>) {
    return nearest_to(function, x);  // [NUM-4]
  } else if constexpr (std::is_same_v<T, double>) {
    return round_to<T>(correctly_rounded(function, x, y, kFormat<T>));
  } else {
    return settle(approximation(widen(x), widen(y)), function, x, y);
  }
}

}  // namespace

int significant_digits(ElementType type) {
  if (type == ElementType::kF16) return kFormat<f16>.precision;
  if (type == ElementType::kBF16) return kFormat<bf16>.precision;
  return type == ElementType::kF32 ? kFormat<float>.precision : kFormat<double>.precision;
}

template <class T>
T exp_of(T x) {
  return evaluate(Function::kExp, x, x, [](double a, double) { return std::exp(a); });
}

template <class T>
T log_of(T x) {
  return evaluate(Function::kLog, x, x, [](double a, double) { return std::log(a); });
}

template <class T>
T sin_of(T x) {
  return evaluate(Function::kSin, x, x, [](double a, double) { return std::sin(a); });
}

template <class T>
T cos_of(T x) {
  return evaluate(Function::kCos, x, x, [](double a, double) { return std::cos(a); });
}

template <class T>
T tanh_of(T x) {
  return evaluate(Function::kTanh, x, x, [](double a, double) { return std::tanh(a); });
}

template <class T>
T tan_of(T x) {
  return evaluate(Function::kTan, x, x, [](double a, double) { return std::tan(a); });
}

template <class T>
T asin_of(T x) {
  return evaluate(Function::kAsin, x, x, [](double a, double) { return std::asin(a); });
}

template <class T>
T acos_of(T x) {
  return evaluate(Function::kAcos, x, x, [](double a, double) { return std::acos(a); });
}

template <class T>
T atan_of(T x) {
  return evaluate(Function::kAtan, x, x, [](double a, double) { return std::atan(a); });
}

template <class T>
T sinh_of(T x) {
  return evaluate(Function::kSinh, x, x, [](double a, double) { return std::sinh(a); });
}

template <class T>
T cosh_of(T x) {
  return evaluate(Function::kCosh, x, x, [](double a, double) { return std::cosh(a); });
}

template <class T>
T asinh_of(T x) {
  return evaluate(Function::kAsinh, x, x, [](double a, double) { return std::asinh(a); });
}

template <class T>
T acosh_of(T x) {
  return evaluate(Function::kAcosh, x, x, [](double a, double) { return std::acosh(a); });
}

template <class T>
T atanh_of(T x) {
  if constexpr (kIsInteger<T>) x = std::min<T>(x, 1);  // the page's limits: 1 gives the largest T
  if constexpr (std::is_signed_v<T> && kIsInteger<T>) x = std::max<T>(x, -1);
  return evaluate(Function::kAtanh, x, x, [](double a, double) { return std::atanh(a); });
}

template <class T>
T erf_of(T x) {
  return evaluate(Function::kErf, x, x, [](double a, double) { return std::erf(a); });
}

template <class T>
T sigmoid_of(T x) {
  return evaluate(Function::kSigmoid, x, x, [](double a, double) { return 1 / (1 + std::exp(-a)); });
}

template <class T>
T power_of(T x, T y) {
  if (widen(y) == 2)
    return multiply(x, x);  // squares are often exactly between two numbers: Ziv's test is slow there
  return evaluate(Function::kPower, x, y, [](double a, double b) { return std::pow(a, b); });
}

template <class T>
T atan2_of(T y, T x) {
  return evaluate(Function::kAtan2, y, x, [](double a, double b) { return std::atan2(a, b); });
}

#define INSTANTIATE_FOR_INTEGERS_TOO(T) \
  template T tan_of<T>(T);              \
  template T asin_of<T>(T);             \
  template T acos_of<T>(T);             \
  template T atan_of<T>(T);             \
  template T sinh_of<T>(T);             \
  template T cosh_of<T>(T);             \
  template T asinh_of<T>(T);            \
  template T acosh_of<T>(T);            \
  template T atanh_of<T>(T);            \
  template T erf_of<T>(T);
#define INSTANTIATE(T)            \
  INSTANTIATE_FOR_INTEGERS_TOO(T) \
  template T exp_of<T>(T);        \
  template T log_of<T>(T);        \
  template T sin_of<T>(T);        \
  template T cos_of<T>(T);        \
  template T tanh_of<T>(T);       \
  template T sigmoid_of<T>(T);    \
  template T power_of<T>(T, T);   \
  template T atan2_of<T>(T, T);
INSTANTIATE(f16)
INSTANTIATE(bf16)
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE_FOR_INTEGERS_TOO(int8_t)
INSTANTIATE_FOR_INTEGERS_TOO(int16_t)
INSTANTIATE_FOR_INTEGERS_TOO(int32_t)
INSTANTIATE_FOR_INTEGERS_TOO(int64_t)
INSTANTIATE_FOR_INTEGERS_TOO(uint8_t)
INSTANTIATE_FOR_INTEGERS_TOO(uint16_t)
INSTANTIATE_FOR_INTEGERS_TOO(uint32_t)
INSTANTIATE_FOR_INTEGERS_TOO(uint64_t)
#undef INSTANTIATE
#undef INSTANTIATE_FOR_INTEGERS_TOO

}  // namespace backedge::numbers
