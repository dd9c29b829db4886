#include "conformance/bounds/bounded.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge::bounds {
namespace {

// The lowest bit of a finite number.
double lowest_bit(double value) {
  if (value == 0) return kInfinity;
  int exponent = 0;
  const auto mantissa = static_cast<int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  return std::ldexp(static_cast<double>(mantissa & -mantissa), exponent - 53);
}

}  // namespace

Bounded exact(const Tensor& value) { return {value, Tensor::zeros(ElementType::kF64, value.shape())}; }

Format format_of(ElementType type) {
  switch (type) {
    case ElementType::kF16:
      return {11, 0x1p-24, 0x1.ffcp15};
    case ElementType::kBF16:
      return {8, 0x1p-133, 0x1.fep127};
    case ElementType::kF32:
      return {24, 0x1p-149, 0x1.fffffep127};
    default:
      return {53, 0x1p-1074, std::numeric_limits<double>::max()};
  }
}

double ulp(const Format& format, double magnitude) {
  if (!std::isfinite(magnitude)) return kInfinity;
  if (magnitude == 0) return format.smallest;  // frexp gives 0 the exponent of 1/2
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return std::max(std::ldexp(1.0, exponent - format.digits), format.smallest);
}

Tensor as_doubles(const Tensor& tensor) {
  Tensor result = Tensor::zeros(ElementType::kF64, tensor.shape());
  double* const out = result.writable<double>();
  const Tensor values = widened(tensor);
  dispatch(values.type(), [&]<class T>(TypeTag<T>) {
    const T* const in = values.data<T>();
    for (int64_t i = 0; i < tensor.count(); ++i) {
      if constexpr (kIsReal<T>) {
        out[i] = exactly(in[i]);
      } else {
        out[i] = static_cast<double>(in[i]);
      }
    }
  });
  return result;
}

Tensor low_end(const Bounded& bounded) {
  return combined(as_doubles(bounded.value), bounded.error,
                  [](double x, double e) { return e == 0 ? x : std::nextafter(x - e, -kInfinity); });
}

Tensor high_end(const Bounded& bounded) {
  return combined(as_doubles(bounded.value), bounded.error,
                  [](double x, double e) { return e == 0 ? x : std::nextafter(x + e, kInfinity); });
}

double largest_error(const Bounded& bounded) {
  double largest = 0;
  for (const double error : bounded.error.values<double>()) largest = std::max(largest, error);
  return largest;
}

bool is_exact(const Bounded& bounded) { return largest_error(bounded) == 0; }

double granule(const Tensor& tensor) {
  double least = kInfinity;
  for (const double value : tensor.values<double>())
    least = std::min(least, std::isfinite(value) ? lowest_bit(value) : 0);
  return least;
}

}  // namespace backedge::bounds
