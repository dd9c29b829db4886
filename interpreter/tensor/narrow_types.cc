#include "interpreter/tensor/narrow_types.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace backedge {
namespace {

struct Format {
  ElementType type;
  int bits;
  int exponent_bits = 0, fraction_bits = 0;  // 0: an integer, or nf4
  int greatest = 0;                          // the bits of the greatest finite number
  int above = 0;                             // the bits of a number that rounds to more than that
  int nan = 0;
  bool is_fnuz = false;  // no infinity and no -0: its bits are NaN. The exponent is one less
};

constexpr std::array kFormats = {
    Format{.type = ElementType::kU1, .bits = 1},
    Format{.type = ElementType::kU2, .bits = 2},
    Format{.type = ElementType::kU3, .bits = 3},
    Format{.type = ElementType::kU4, .bits = 4},
    Format{.type = ElementType::kU6, .bits = 6},
    Format{.type = ElementType::kI2, .bits = 2},
    Format{.type = ElementType::kI4, .bits = 4},
    Format{.type = ElementType::kNF4, .bits = 4},
    Format{.type = ElementType::kF4E2M1,
           .bits = 4,
           .exponent_bits = 2,
           .fraction_bits = 1,
           .greatest = 0x7,
           .above = 0x7,
           .nan = 0x7},
    Format{.type = ElementType::kF8E4M3,
           .bits = 8,
           .exponent_bits = 4,
           .fraction_bits = 3,
           .greatest = 0x7e,
           .above = 0x7f,
           .nan = 0x7f},
    Format{.type = ElementType::kF8E5M2,
           .bits = 8,
           .exponent_bits = 5,
           .fraction_bits = 2,
           .greatest = 0x7b,
           .above = 0x7c,
           .nan = 0x7e},
    Format{.type = ElementType::kF8E8M0, .bits = 8},
    Format{.type = ElementType::kF8E4M3FNUZ,
           .bits = 8,
           .exponent_bits = 4,
           .fraction_bits = 3,
           .greatest = 0x7f,
           .above = 0x80,
           .nan = 0x80,
           .is_fnuz = true},
    Format{.type = ElementType::kF8E5M2FNUZ,
           .bits = 8,
           .exponent_bits = 5,
           .fraction_bits = 2,
           .greatest = 0x7f,
           .above = 0x80,
           .nan = 0x80,
           .is_fnuz = true},
};

const Format& format_of(ElementType type) {
  return kFormats[static_cast<size_t>(type) - static_cast<size_t>(ElementType::kU1)];
}

bool is_signed(ElementType integer) { return integer == ElementType::kI2 || integer == ElementType::kI4; }

// The values of nf4: quantiles of the normal distribution, scaled to [-1, 1].
constexpr std::array<float, 16> kNormalFloats = {
    -1.0f,
    -0.6961928009986877f,
    -0.5250730514526367f,
    -0.39491748809814453f,
    -0.28444138169288635f,
    -0.18477343022823334f,
    -0.09105003625154495f,
    0.0f,
    0.07958029955625534f,
    0.16093020141124725f,
    0.24611230194568634f,
    0.33791524171829224f,
    0.44070982933044434f,
    0.5626170039176941f,
    0.7229568362236023f,
    1.0f,
};

uint8_t nearest_normal_float(double value) {
  uint8_t k = 0;
  while (k < 15 && 2 * value > double{kNormalFloats[k]} + double{kNormalFloats[k + 1]}) ++k;
  return k;
}

constexpr int kPowerBias = 127;  // bits b of f8e8m0 are 2^(b - 127)
constexpr uint8_t kPowerNan = 0xff, kGreatestPower = 0xfe;

uint8_t nearest_power(double value) {
  if (std::isnan(value)) return kPowerNan;
  if (!(value > std::ldexp(1.0, -kPowerBias))) return 0;
  if (value >= std::ldexp(1.0, kGreatestPower - kPowerBias)) return kGreatestPower;
  const int exponent = std::ilogb(value), bits = exponent + kPowerBias;
  const double middle = std::ldexp(1.5, exponent);
  return static_cast<uint8_t>(bits + (value > middle || (value == middle && bits % 2 == 1)));
}

uint8_t nearest_float(const Format& format, double value) {
  if (std::isnan(value)) return static_cast<uint8_t>(format.nan);
  const double scaled = std::fabs(value) * (format.is_fnuz ? 2 : 1);
  const int magnitude = round_magnitude(scaled, format.exponent_bits, format.fraction_bits);
  if (format.is_fnuz && magnitude == 0) return 0;
  const int sign = std::signbit(value) ? 1 << (format.bits - 1) : 0;
  return static_cast<uint8_t>(sign | (magnitude > format.greatest ? format.above : magnitude));
}

uint8_t truncated(ElementType type, double value) {
  if (!std::isfinite(value)) return 0;
  const double modulus = 1 << format_of(type).bits;
  return narrow_of_integer(type, static_cast<uint64_t>(static_cast<int64_t>(std::fmod(value, modulus))));
}

}  // namespace

bool is_narrow_real(ElementType type) { return type >= ElementType::kNF4; }

ElementType wide_type_of(ElementType narrow) {
  if (is_narrow_real(narrow)) return ElementType::kF32;
  return is_signed(narrow) ? ElementType::kI8 : ElementType::kU8;
}

float value_of_narrow(ElementType narrow, uint8_t bits) {
  if (narrow == ElementType::kNF4) return kNormalFloats[bits & 15];
  if (narrow == ElementType::kF8E8M0) {
    return bits == kPowerNan ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0f, bits - kPowerBias);
  }
  const Format& format = format_of(narrow);
  if (format.is_fnuz && bits == format.nan) return std::numeric_limits<float>::quiet_NaN();
  const int magnitude = bits & ((1 << (format.bits - 1)) - 1);
  const float sign = magnitude == bits ? 1.0f : -1.0f;
  if (magnitude > format.greatest) {
    const bool infinite = format.above != format.nan && magnitude == format.above;
    return infinite ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  }
  const int field = magnitude >> format.fraction_bits, one = 1 << format.fraction_bits;
  const int digits = (magnitude & (one - 1)) + (field == 0 ? 0 : one);
  const int bias = (1 << (format.exponent_bits - 1)) - (format.is_fnuz ? 0 : 1);
  return sign * std::ldexp(static_cast<float>(digits), std::max(field, 1) - bias - format.fraction_bits);
}

uint8_t narrow_of_real(ElementType narrow, double value) {  // [NUM-13]
  if (!is_narrow_real(narrow)) return truncated(narrow, value);
  if (narrow == ElementType::kNF4) return nearest_normal_float(value);
  if (narrow == ElementType::kF8E8M0) return nearest_power(value);
  return nearest_float(format_of(narrow), value);
}

uint8_t narrow_of_integer(ElementType narrow, uint64_t value) {
  const int bits = format_of(narrow).bits;
  const uint64_t low = value & ((uint64_t{1} << bits) - 1);
  const bool negative = is_signed(narrow) && (low >> (bits - 1)) != 0;
  return static_cast<uint8_t>(negative ? low | (~uint64_t{0} << bits) : low);
}

void clear_unused_bits(ElementType narrow, std::span<std::byte> elements) {
  for (std::byte& element : elements)
    element = std::byte{narrow_of_integer(narrow, static_cast<uint64_t>(element))};
}

Tensor widened(const Tensor& tensor) {
  if (!is_narrow(tensor.type())) return tensor;
  const ElementType wide = wide_type_of(tensor.type());
  if (wide != ElementType::kF32) return tensor.reinterpreted_as(wide);
  Tensor values = Tensor::zeros(wide, tensor.shape());
  const std::span to(values.writable<float>(), static_cast<size_t>(tensor.count()));
  const std::byte* from = tensor.bytes();
  for (float& value : to) value = value_of_narrow(tensor.type(), static_cast<uint8_t>(*from++));
  return values;
}

std::optional<int64_t> packed_bytes(ElementType type, int64_t count) {
  if (!is_narrow(type)) return checked_bytes({count}, size_of(type));
  const int64_t bits = format_of(type).bits;
  const int64_t group = bits == 3 ? 8 : bits == 6 ? 4 : 1;  // [WEIGHTS-6]
  if (count % group != 0 || count > std::numeric_limits<int64_t>::max() / 8 - 7) return std::nullopt;
  return (bits * count + 7) / 8;
}

namespace {

// Bits of a packed element: `width` bits of a byte, and where they are in the element.
struct Field {
  int64_t byte;
  int64_t from;
  int width, shift;
};

// Where element k is. The second field of an element that has only one is empty.
std::array<Field, 2> fields_of(int64_t k, int bits) {  // [WEIGHTS-6]
  if (bits == 1) return {Field{k / 8, 7 - k % 8, 1, 0}};
  if (bits == 3)
    return {Field{k / 8 * 3 + k % 8 / 4, 6 - k % 4 * 2, 2, 0}, Field{k / 8 * 3 + 2, 7 - k % 8, 1, 2}};
  if (bits == 6)
    return {Field{k / 4 * 3 + k % 4 / 2, 4 - k % 2 * 4, 4, 0}, Field{k / 4 * 3 + 2, 6 - k % 4 * 2, 2, 4}};
  return {Field{k * bits / 8, k * bits % 8, bits, 0}};
}

}  // namespace

void unpack(ElementType narrow, const std::byte* packed, std::byte* to, int64_t count) {
  for (int64_t k = 0; k < count; ++k) {
    unsigned value = 0;
    for (const Field& field : fields_of(k, format_of(narrow).bits))
      value |= (static_cast<unsigned>(packed[field.byte]) >> field.from & ((1u << field.width) - 1))
               << field.shift;
    to[k] = std::byte{narrow_of_integer(narrow, value)};
  }
}

void pack(ElementType narrow, const std::byte* elements, std::byte* packed, int64_t count) {
  for (int64_t k = 0; k < count; ++k) {
    const auto value = static_cast<unsigned>(elements[k]);
    for (const Field& field : fields_of(k, format_of(narrow).bits))
      packed[field.byte] |= std::byte((value >> field.shift & ((1u << field.width) - 1)) << field.from);
  }
}

}  // namespace backedge
