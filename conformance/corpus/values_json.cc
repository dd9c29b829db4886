#include "conformance/corpus/values_json.h"

#include <charconv>
#include <cmath>

#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

template <class T>
OrderedJson element_json(const Tensor& tensor, int64_t at, T value) {
  constexpr int64_t kExact = int64_t{1} << 53;  // every reader of JSON reads integers up to this one exactly
  if constexpr (std::is_same_v<T, bool>) {
    return value;
  } else if constexpr (kIsReal<T>) {
    const double real = exactly(value);
    if (!std::isfinite(real) || (real == 0 && std::signbit(real))) return bits_text(tensor, at);
    if (real == std::trunc(real) && std::fabs(real) < 1e7) return static_cast<int64_t>(real);
    const std::string decimal = element_text(tensor, at);
    double shortest = 0;
    std::from_chars(decimal.data(), decimal.data() + decimal.size(), shortest);
    return shortest;
  } else {
    const bool exact = std::cmp_less_equal(value, kExact) && std::cmp_greater_equal(value, -kExact);
    return exact ? OrderedJson(value) : OrderedJson(std::to_string(value));
  }
}

}  // namespace

OrderedJson values_json(const Tensor& tensor) { return values_json(tensor, 0, tensor.count()); }

OrderedJson values_json(const Tensor& tensor, int64_t from, int64_t to) {
  if (is_narrow(tensor.type())) return values_json(widened(tensor), from, to);
  OrderedJson values = OrderedJson::array();
  dispatch(tensor.type(), [&]<class T>(TypeTag<T>) {
    for (int64_t k = from; k < to; ++k) values.push_back(element_json<T>(tensor, k, tensor.data<T>()[k]));
  });
  return values;
}

std::string bits_text(const Tensor& tensor, int64_t position) {
  if (is_narrow(tensor.type())) return "0x" + hexadecimal(static_cast<uint8_t>(tensor.bytes()[position]), 2);
  const uint64_t bits = dispatch(
      tensor.type(), [&]<class T>(TypeTag<T>) -> uint64_t { return bits_of(tensor.data<T>()[position]); });
  return "0x" + hexadecimal(bits, 2 * size_of(tensor.type()));
}

}  // namespace backedge
