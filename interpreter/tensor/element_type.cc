#include "interpreter/tensor/element_type.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>

namespace backedge {
namespace {

struct Names {
  ElementType type;
  std::string_view element_type, precision;  // no precision: only ONNX has the type
};

constexpr std::array kNames = {
    Names{ElementType::kBoolean, "boolean", "BOOL"},
    Names{ElementType::kI8, "i8", "I8"},
    Names{ElementType::kI16, "i16", "I16"},
    Names{ElementType::kI32, "i32", "I32"},
    Names{ElementType::kI64, "i64", "I64"},
    Names{ElementType::kU8, "u8", "U8"},
    Names{ElementType::kU16, "u16", "U16"},
    Names{ElementType::kU32, "u32", "U32"},
    Names{ElementType::kU64, "u64", "U64"},
    Names{ElementType::kF16, "f16", "FP16"},
    Names{ElementType::kBF16, "bf16", "BF16"},
    Names{ElementType::kF32, "f32", "FP32"},
    Names{ElementType::kF64, "f64", "FP64"},
    Names{ElementType::kU1, "u1", "BIN"},
    Names{ElementType::kU2, "u2", "U2"},
    Names{ElementType::kU3, "u3", "U3"},
    Names{ElementType::kU4, "u4", "U4"},
    Names{ElementType::kU6, "u6", "U6"},
    Names{ElementType::kI2, "i2", ""},
    Names{ElementType::kI4, "i4", "I4"},
    Names{ElementType::kNF4, "nf4", "NF4"},
    Names{ElementType::kF4E2M1, "f4e2m1", "F4E2M1"},
    Names{ElementType::kF8E4M3, "f8e4m3", "F8E4M3"},
    Names{ElementType::kF8E5M2, "f8e5m2", "F8E5M2"},
    Names{ElementType::kF8E8M0, "f8e8m0", "F8E8M0"},
    Names{ElementType::kF8E4M3FNUZ, "f8e4m3fnuz", ""},
    Names{ElementType::kF8E5M2FNUZ, "f8e5m2fnuz", ""},
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

std::string_view name_of(ElementType type) { return kNames[static_cast<size_t>(type)].element_type; }

std::string_view precision_name_of(ElementType type) { return kNames[static_cast<size_t>(type)].precision; }

std::optional<ElementType> element_type_named(std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (const Names& names : kNames) {
    if (name == names.element_type || name == names.precision) return names.type;
  }
  return std::nullopt;
}

}  // namespace backedge
