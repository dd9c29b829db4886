#include "conformance/judge/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/corpus/values_json.h"
#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

template <class T>
bool is_nan(T value) {
  if constexpr (kIsReal<T>) return std::isnan(exactly(value));
  return false;
}

// The distance of two finite values, counted in values of the type; 0 and -0 count as one value.
template <class T>
uint64_t ulp_distance(T a, T b) {
  const auto magnitude = [](T value) {
    constexpr int kSign = 8 * sizeof(T) - 1;
    return uint64_t{bits_of(value)} & ~(uint64_t{1} << kSign);
  };
  if (std::signbit(exactly(a)) != std::signbit(exactly(b))) return magnitude(a) + magnitude(b);
  return std::max(magnitude(a), magnitude(b)) - std::min(magnitude(a), magnitude(b));
}

template <class T>
bool is_within(const Comparison& comparison, T expected, T actual) {
  if constexpr (kIsReal<T>) {
    const double a = exactly(expected), b = exactly(actual);
    if (!std::isfinite(a) || !std::isfinite(b)) return a == b;
    if (comparison.mode == Comparison::Mode::kBound) return std::fabs(b - a) <= comparison.limit;
    return ulp_distance(expected, actual) <= static_cast<uint64_t>(comparison.limit);
  } else {
    return expected == actual;
  }
}

template <class T>
bool is_equal(const Comparison& comparison, T expected, T actual) {
  if (bits_of(expected) == bits_of(actual)) return true;
  if (comparison.mode == Comparison::Mode::kNanBits) return false;
  if (is_nan(expected) && is_nan(actual)) return true;
  return comparison.mode != Comparison::Mode::kBits && is_within(comparison, expected, actual);
}

std::string padded(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

// Values of a narrow type are not counted, because the distance in its wide type would mislead.
std::string distance_text(const Tensor& expected, const Tensor& actual, int64_t at) {
  const Tensor golden = widened(expected), given = widened(actual);
  return dispatch(given.type(), [&]<class T>(TypeTag<T>) -> std::string {
    if constexpr (kIsReal<T>) {
      const T a = golden.data<T>()[at], b = given.data<T>()[at];
      const double distance = std::fabs(exactly(b) - exactly(a));
      if (!std::isfinite(distance)) return "";
      const Decimal decimal = nearest_decimal(distance, 3);
      const bool with_exponent = decimal.exponent < -4 || decimal.exponent > 5;
      const std::string ulps =
          is_narrow(actual.type()) ? "" : ", " + std::to_string(ulp_distance(a, b)) + " ulp";
      return "\ndistance " + decimal_text(decimal, with_exponent) + ulps;
    }
    return "";
  });
}

Difference value_difference(const Tensor& expected, const Tensor& actual, std::vector<int64_t> positions,
                            int64_t count) {
  const int64_t first = positions.front();
  const std::string left = element_text(expected, first), right = element_text(actual, first);
  const size_t width = std::max(left.size(), right.size());
  std::string text = "first at " + index_text(actual.shape(), first) + " of " +
                     describe(actual.type(), actual.shape()) + "; " + std::to_string(count) + " of " +
                     std::to_string(actual.count()) + " elements differ";
  text += "\nexpected " + padded(left, width) + "  " + bits_text(expected, first);
  text += "\nactual   " + padded(right, width) + "  " + bits_text(actual, first);
  text += distance_text(expected, actual, first);
  return {Difference::Kind::kValue, first, count, std::move(text), std::move(positions)};
}

}  // namespace

std::optional<Difference> compare(const ExpectedTensor& expected, const Tensor& actual) {
  const Tensor& golden = expected.tensor;
  const std::string signatures = "\nexpected " + describe(golden.type(), golden.shape()) + "\nactual   " +
                                 describe(actual.type(), actual.shape());
  if (actual.type() != golden.type())
    return Difference{Difference::Kind::kElementType, 0, 0, "element type" + signatures, {}};
  if (!(actual.shape() == golden.shape()))
    return Difference{Difference::Kind::kShape, 0, 0, "shape" + signatures, {}};
  const Tensor wide_golden = widened(golden), wide_actual = widened(actual);
  std::vector<int64_t> positions;
  int64_t count = 0;
  dispatch(wide_actual.type(), [&]<class T>(TypeTag<T>) {
    const T* left = wide_golden.data<T>();
    const T* right = wide_actual.data<T>();
    for (int64_t k = 0; k < actual.count(); ++k) {
      if (!expected.is_specified(k) || is_equal(expected.comparison, left[k], right[k])) continue;
      if (positions.size() < kMostPositions) positions.push_back(k);
      ++count;
    }
  });
  if (count == 0) return std::nullopt;
  return value_difference(golden, actual, std::move(positions), count);
}

std::string index_text(const Shape& shape, int64_t position) {
  std::string text = "]";
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    text.insert(0, std::to_string(position % shape[axis]) + (axis + 1 < shape.rank() ? "," : ""));
    position /= shape[axis];
  }
  return "[" + text;
}

}  // namespace backedge
