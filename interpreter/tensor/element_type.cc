#include "interpreter/tensor/element_type.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace backedge {
namespace {

struct Names {
  ElementType type;
  std::string_view element_type, precision;
};

constexpr std::array kNames = {
    Names{ElementType::kBoolean, "boolean", "BOOL"}, Names{ElementType::kI8, "i8", "I8"},
    Names{ElementType::kI16, "i16", "I16"},          Names{ElementType::kI32, "i32", "I32"},
    Names{ElementType::kI64, "i64", "I64"},          Names{ElementType::kU8, "u8", "U8"},
    Names{ElementType::kU16, "u16", "U16"},          Names{ElementType::kU32, "u32", "U32"},
    Names{ElementType::kU64, "u64", "U64"},          Names{ElementType::kF16, "f16", "FP16"},
    Names{ElementType::kBF16, "bf16", "BF16"},       Names{ElementType::kF32, "f32", "FP32"},
    Names{ElementType::kF64, "f64", "FP64"},
};

// The bits, without the sign, of the float nearest to |value| that has `exponent_bits` and `fraction_bits`.
// We scale `value` so that the last digit to keep is 1, let the processor round it, and scale it back. All
// steps except the rounding are exact.
uint16_t round_magnitude(double value, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  if (value == 0) return 0;                                    // only to save time
  const int exponent = std::max(std::ilogb(value), 1 - bias);  // subnormals share the lowest exponent
  if (exponent > bias) return static_cast<uint16_t>(((1 << exponent_bits) - 1) << fraction_bits);  // infinity
  const double places = std::nearbyint(std::ldexp(value, fraction_bits - exponent));
  // `places` includes the leading 1 of a normal number, so it adds one to the exponent field.
  return static_cast<uint16_t>(((exponent + bias - 1) << fraction_bits) + static_cast<int>(places));
}

uint16_t round_to_bits(double value, int exponent_bits, int fraction_bits) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  return static_cast<uint16_t>(sign | round_magnitude(std::fabs(value), exponent_bits, fraction_bits));
}

}  // namespace

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

std::string_view name_of(ElementType type) { return kNames[static_cast<size_t>(type)].element_type; }

std::string_view precision_name_of(ElementType type) { return kNames[static_cast<size_t>(type)].precision; }

std::optional<ElementType> element_type_named(std::string_view name) {
  for (const Names& names : kNames) {
    if (name == names.element_type || name == names.precision) return names.type;
  }
  return std::nullopt;
}

}  // namespace backedge
