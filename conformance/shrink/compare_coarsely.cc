#include "conformance/shrink/compare_coarsely.h"

#include <cmath>
#include <limits>

namespace backedge {

Comparison coarse_comparison(const Tensor& golden) {
  if (!is_real(golden.type())) return {};
  double largest = 1;
  const double epsilon = dispatch(golden.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const T element : golden.values<T>()) {
      double value = 0;
      if constexpr (kIsHalf<T>) value = to_float(element);
      if constexpr (!kIsHalf<T>) value = static_cast<double>(element);
      if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
    }
    if constexpr (std::is_same_v<T, bf16>) return 0x1p-7;
    if constexpr (std::is_same_v<T, f16>) return 0x1p-10;
    if constexpr (!kIsHalf<T>) return static_cast<double>(std::numeric_limits<T>::epsilon());
  });
  return {Comparison::Mode::kBound, 64 * epsilon * largest};
}

}  // namespace backedge
