#include "interpreter/tensor/decimal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "interpreter/tensor/narrow_types.h"

namespace backedge {
namespace {

using Buffer = std::array<char, 32>;

// `text` is "d.ddde+dd" or "de+dd", as std::to_chars writes it.
Decimal parse_scientific(std::string_view text, bool negative) {
  Decimal decimal;
  decimal.negative = negative;
  const size_t e = text.find('e');
  for (const char c : text.substr(0, e)) {
    if (c != '.') decimal.digits += c;
  }
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0') decimal.digits.pop_back();
  const size_t sign = text[e + 1] == '+' ? 1 : 0;
  std::from_chars(text.data() + e + 1 + sign, text.data() + text.size(), decimal.exponent);
  return decimal;
}

template <class T>
T round_to_half(double value) {
  if constexpr (std::is_same_v<T, f16>) return round_to_f16(value);
  if constexpr (std::is_same_v<T, bf16>) return round_to_bf16(value);
}

double read_decimal(const Decimal& decimal) {
  const std::string text = decimal_text(decimal, true);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// std::to_chars does not support these types, so we try more and more digits; five are always enough. Just
// above a power of two, the interval of numbers that round to the value is twice as wide on the upper side.
// There the next decimal upwards may round to the value although the nearest one does not.
template <class T>
Decimal shortest_half(T value) {
  const T magnitude{static_cast<uint16_t>(value.bits & 0x7fff)};
  for (int places = 0;; ++places) {
    CHECK(places < 5);
    const Decimal nearest = nearest_decimal(to_float(magnitude), places);
    const double step = read_decimal({false, "1", nearest.exponent - places});
    for (Decimal decimal : {nearest, nearest_decimal(read_decimal(nearest) + step, places)}) {
      if (round_to_half<T>(read_decimal(decimal)) != magnitude) continue;
      decimal.negative = magnitude != value;
      return decimal;
    }
  }
}

}  // namespace

template <class T>
Decimal shortest_decimal(T value) {
  if constexpr (kIsHalf<T>) {
    return shortest_half(value);
  } else {
    Buffer buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value),
                                   std::chars_format::scientific)
                         .ptr;
    return parse_scientific({buffer.data(), end}, std::signbit(value));
  }
}

Decimal nearest_decimal(double value, int places) {
  std::string text(places + 16, '\0');
  const auto end = std::to_chars(text.data(), text.data() + text.size(), std::fabs(value),
                                 std::chars_format::scientific, places)
                       .ptr;
  return parse_scientific({text.data(), end}, std::signbit(value));
}

template Decimal shortest_decimal(f16);
template Decimal shortest_decimal(bf16);
template Decimal shortest_decimal(float);
template Decimal shortest_decimal(double);

std::string decimal_text(const Decimal& decimal, bool with_exponent) {
  const std::string sign = decimal.negative ? "-" : "";
  const std::string& digits = decimal.digits;
  if (with_exponent) {
    const std::string exponent = std::to_string(std::abs(decimal.exponent));
    return sign + digits[0] + (digits.size() > 1 ? "." : "") + digits.substr(1) +
           (decimal.exponent < 0 ? "e-" : "e+") + (exponent.size() < 2 ? "0" : "") + exponent;
  }
  if (decimal.exponent < 0) return sign + "0." + std::string(-decimal.exponent - 1, '0') + digits;
  const size_t whole = static_cast<size_t>(decimal.exponent) + 1;
  if (digits.size() <= whole) return sign + digits + std::string(whole - digits.size(), '0') + ".0";
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

std::string hexadecimal(uint64_t number, int64_t digits) {
  std::string text(digits, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4)
    *digit = "0123456789abcdef"[number & 15];
  return text;
}

std::string element_text(const Tensor& tensor, int64_t index) {
  if (is_narrow(tensor.type())) return element_text(widened(tensor.view(index, {})), 0);
  return dispatch(tensor.type(), [&]<class T>(TypeTag<T>) -> std::string {
    const T value = tensor.data<T>()[index];
    if constexpr (std::is_same_v<T, bool>) {
      return value ? "true" : "false";
    } else if constexpr (kIsInteger<T>) {
      return std::to_string(value);
    } else {
      const double exact = exactly(value);
      if (std::isnan(exact)) return "nan";
      if (std::isinf(exact)) return exact < 0 ? "-inf" : "inf";
      const Decimal decimal = shortest_decimal(value);
      return decimal_text(decimal, decimal.exponent < -4 || decimal.exponent >= 16);
    }
  });
}

}  // namespace backedge
