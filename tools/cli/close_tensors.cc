#include "tools/cli/close_tensors.h"

#include <cmath>

#include "conformance/judge/compare.h"
#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

template <class T>
bool is_close(T expected, T actual, double rtol, double atol) {
  if constexpr (kIsReal<T>) {
    const double e = exactly(expected), a = exactly(actual);
    if (std::isnan(e) || std::isnan(a)) return std::isnan(e) && std::isnan(a);
    if (std::isinf(e) || std::isinf(a)) return e == a;
    return std::fabs(a - e) <= atol + rtol * std::fabs(e);
  } else {
    return expected == actual;
  }
}

}  // namespace

double CloseTolerance::rtol_of(ElementType type) const {
  return rtol.value_or(type == ElementType::kBF16 ? kRtolOfBf16 : kRtol);
}

namespace {

std::string difference_of_tensors(const Tensor& expected, const Tensor& actual,
                                  const CloseTolerance& tolerance) {
  if (expected.type() != actual.type() || !(expected.shape() == actual.shape())) {
    return "got " + describe(actual.type(), actual.shape()) + ", expected " +
           describe(expected.type(), expected.shape());
  }
  const Tensor e = widened(expected), a = widened(actual);
  const double rtol = tolerance.rtol_of(expected.type());
  int64_t first = 0, differ = 0;
  dispatch(e.type(), [&]<class T>(TypeTag<T>) {
    for (int64_t k = 0; k < e.count(); ++k) {
      if (is_close(e.data<T>()[k], a.data<T>()[k], rtol, tolerance.atol)) continue;
      if (differ++ == 0) first = k;
    }
  });
  if (differ == 0) return "";
  return "first at " + index_text(e.shape(), first) + " of " + describe(actual.type(), actual.shape()) +
         ": got " + element_text(a, first) + ", expected " + element_text(e, first) + "; " +
         std::to_string(differ) + " of " + std::to_string(e.count()) + " elements differ";
}

}  // namespace

std::string difference_of(const Value& expected, const Value& actual, const CloseTolerance& tolerance) {
  if (expected.kind() == ValueKind::kTensor && actual.kind() == ValueKind::kTensor)
    return difference_of_tensors(expected.tensor(), actual.tensor(), tolerance);
  if (expected.kind() != actual.kind() || expected.items().size() != actual.items().size())
    return "got " + actual.text() + ", expected " + expected.text();
  for (size_t k = 0; k < expected.items().size(); ++k) {
    const std::string difference = difference_of(expected.items()[k], actual.items()[k], tolerance);
    if (!difference.empty()) return "item " + std::to_string(k) + ": " + difference;
  }
  return "";
}

}  // namespace backedge
