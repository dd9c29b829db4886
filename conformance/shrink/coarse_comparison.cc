#include "conformance/shrink/coarse_comparison.h"

#include <cmath>
#include <limits>

#include "interpreter/tensor/decimal.h"

namespace backedge::shrink {

Comparison coarse_comparison(const Tensor& golden) {
  if (!is_real(golden.type())) return {};
  double largest = 1;
  const double epsilon = dispatch(golden.type(), [&]<class T>(TypeTag<T>) {
    for (const T element : golden.values<T>()) {
      if (std::isfinite(exactly(element))) largest = std::max(largest, std::fabs(exactly(element)));
    }
    if constexpr (std::is_same_v<T, bf16>) return 0x1p-7;
    if constexpr (std::is_same_v<T, f16>) return 0x1p-10;
    if constexpr (!kIsHalf<T>) return static_cast<double>(std::numeric_limits<T>::epsilon());
  });
  return {Comparison::Mode::kBound, 64 * epsilon * largest};
}

}  // namespace backedge::shrink
