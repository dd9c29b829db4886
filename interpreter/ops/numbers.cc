#include "interpreter/ops/numbers.h"

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

/// function(x, y), if approximation(x, y) gives it in double with an error below kDoubt.
template <class T, class Approximation>
T evaluate(Function function, T x, T y, Approximation approximation) {
  if constexpr (std::is_same_v<T, double>) {
    return round_to<T>(correctly_rounded(function, x, y, kFormat<T>));
  } else {
    return settle(approximation(widen(x), widen(y)), function, x, y);
  }
}

}  // namespace

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
T sigmoid_of(T x) {
  return evaluate(Function::kSigmoid, x, x, [](double a, double) { return 1 / (1 + std::exp(-a)); });
}

template <class T>
T power_of(T x, T y) {
  if (widen(y) == 2)
    return multiply(x, x);  // squares are often exactly between two numbers: Ziv's test is slow there
  return evaluate(Function::kPower, x, y, [](double a, double b) { return std::pow(a, b); });
}

#define INSTANTIATE(T)         \
  template T exp_of<T>(T);     \
  template T log_of<T>(T);     \
  template T sin_of<T>(T);     \
  template T cos_of<T>(T);     \
  template T tanh_of<T>(T);    \
  template T sigmoid_of<T>(T); \
  template T power_of<T>(T, T);
INSTANTIATE(f16)
INSTANTIATE(bf16)
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace backedge::numbers
