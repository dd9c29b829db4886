#include "interpreter/json/read_elements.h"

#include <bit>
#include <cmath>
#include <limits>

#include "interpreter/tensor/decimal.h"

namespace backedge {
namespace {

// Whether the shortest decimal of a value, read as a double, is this double.
template <class T>
bool is_shortest(T value, double real) {
  double read = 0;
  const std::string text = decimal_text(shortest_decimal(value), true);
  std::from_chars(text.data(), text.data() + text.size(), read);
  return read == real;
}

// A decimal is read as a double and then rounded to T. If the double is exactly between two values of T,
// the decimal may have been on either side of it. An exception is the shortest decimal of a value: 50331650
// means the f32 50331648.
template <class T>
std::optional<T> round_decimal(double value) {
  if constexpr (std::is_same_v<T, double>) {
    return value;
  } else {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const T rounded = element_of<T>(value);
    const bool decided = exactly(rounded) == value || element_of<T>(std::nextafter(value, kInfinity)) ==
                                                          element_of<T>(std::nextafter(value, -kInfinity));
    if (!std::isfinite(exactly(rounded)) || (!decided && !is_shortest(rounded, value))) return std::nullopt;
    return rounded;
  }
}

template <class T>
std::optional<T> read_real(const Json& json) {
  if (json.is_number()) return round_decimal<T>(json.get<double>());
  if (!json.is_string()) return std::nullopt;
  using Bits =
      std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
  const std::string_view text = json.get_ref<const std::string&>();
  Bits bits{};
  if (text.size() != 2 + 2 * sizeof(T) || !text.starts_with("0x") || !read_digits(text.substr(2), 16, bits))
    return std::nullopt;
  return std::bit_cast<T>(bits);
}

template <class T>
std::optional<T> read_element(const Json& json) {
  if constexpr (std::is_same_v<T, bool>) {
    return json.is_boolean() ? std::optional(json.get<bool>()) : std::nullopt;
  } else if constexpr (kIsReal<T>) {
    return read_real<T>(json);
  } else {
    return read_integer<T>(json);
  }
}

}  // namespace

const Json* read_elements(const Json& list, Tensor& tensor) {
  const Json* wrong = nullptr;
  dispatch(tensor.type(), [&]<class T>(TypeTag<T>) {
    T* next = tensor.writable<T>();
    for (const Json& value : list) {
      const std::optional<T> element = read_element<T>(value);
      if (!element && wrong == nullptr) wrong = &value;
      *next++ = element.value_or(T{});
    }
  });
  return wrong;
}

}  // namespace backedge
