#include "interpreter/tensor/element_type.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>

namespace backedge {
namespace {

// In the order of ElementType.
constexpr std::array<std::string_view, 27> kNames = {
    "boolean", "i8",   "i16", "i32",    "i64",    "u8",     "u16",    "u32",        "u64",
    "f16",     "bf16", "f32", "f64",    "u1",     "u2",     "u3",     "u4",         "u6",
    "i2",      "i4",   "nf4", "f4e2m1", "f8e4m3", "f8e5m2", "f8e8m0", "f8e4m3fnuz", "f8e5m2fnuz",
};

uint16_t round_to_bits(double value, int exponent_bits, int fraction_bits) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const int infinity = ((1 << exponent_bits) - 1) << fraction_bits;
  const int magnitude = std::min(infinity, round_magnitude(std::fabs(value), exponent_bits, fraction_bits));
  return static_cast<uint16_t>(sign | magnitude);
}

}  // namespace

// `value` is scaled so that the last digit to keep is 1, rounded by the processor, and scaled back. All steps
// except the rounding are exact.
int round_magnitude(double value, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  if (value == 0) return 0;  // only to save time
  if (std::isinf(value)) return INT_MAX;
  const int exponent = std::max(std::ilogb(value), 1 - bias);  // subnormals share the lowest exponent
  const double places = std::nearbyint(std::ldexp(value, fraction_bits - exponent));
  // `places` includes the leading 1 of a normal number, so it adds one to the exponent field.
  return ((exponent + bias - 1) << fraction_bits) + static_cast<int>(places);
}

float to_float(f16 value) {
  const float sign = (value.bits & 0x8000) != 0 ? -1.0f : 1.0f;
  const int exponent = (value.bits >> 10) & 0x1f;
  const int fraction = value.bits & 0x3ff;
  if (exponent == 0x1f) {
    // NaN keeps sign and payload, as every widening conversion does.
    const uint32_t bits =
        uint32_t{value.bits & 0x8000u} << 16 | 0x7f800000u | static_cast<uint32_t>(fraction) << 13;
    return std::bit_cast<float>(bits);
  }
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction | 0x400), exponent - 25);
}

f16 round_to_f16(double value) {
  return {std::isnan(value) ? uint16_t{0x7e00} : round_to_bits(value, 5, 10)};
}

bf16 round_to_bf16(double value) {
  return {std::isnan(value) ? uint16_t{0x7fc0} : round_to_bits(value, 8, 7)};
}

std::string_view name_of(ElementType type) { return kNames[static_cast<size_t>(type)]; }

std::optional<ElementType> element_type_named(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<ElementType>(found - kNames.begin());
}

}  // namespace backedge
