#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "interpreter/base/check.h"

namespace backedge {

enum class ElementType : uint8_t {
  kBoolean,
  kI8,
  kI16,
  kI32,
  kI64,
  kU8,
  kU16,
  kU32,
  kU64,
  kF16,
  kBF16,
  kF32,
  kF64,
  kU1,
  kU2,
  kU3,
  kU4,
  kU6,
  kI2,
  kI4,
  kNF4,
  kF4E2M1,
  kF8E4M3,
  kF8E5M2,
  kF8E8M0,
  kF8E4M3FNUZ,
  kF8E5M2FNUZ,
};

/// IEEE 754 binary16, as its bits. Arithmetic is done in wider types: see ops/numbers.h.
struct f16 {
  uint16_t bits = 0;
  bool operator==(const f16&) const = default;  // compares bits: NaN equals itself, -0 is not 0
};

/// bfloat16, the upper half of a binary32, as its bits.
struct bf16 {
  uint16_t bits = 0;
  bool operator==(const bf16&) const = default;
};

/// The exact value.
float to_float(f16 value);
inline float to_float(bf16 value) { return std::bit_cast<float>(uint32_t{value.bits} << 16); }

/// The value rounded once to nearest, ties to even; NaN becomes the quiet NaN 0x7e00 or 0x7fc0.  (NUM-1)
f16 round_to_f16(double value);
bf16 round_to_bf16(double value);

/// The bits, without the sign, of the nearest number that has these fields, ties to even. The exponent field
/// has no special values, so a number that is too large has bits above the fields. `value` is not negative.
int round_magnitude(double value, int exponent_bits, int fraction_bits);

/// "f32", "boolean"
std::string_view name_of(ElementType type);

/// The type with this name.
std::optional<ElementType> element_type_named(std::string_view name);

/// Whether the type has no arithmetic: such elements are moved and converted. See tensor/narrow_types.h.
constexpr bool is_narrow(ElementType type) { return type >= ElementType::kU1; }

/// Bytes of one element in memory: 1, 2, 4 or 8.
inline int64_t size_of(ElementType type) {
  static constexpr int64_t kSizes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8};
  return is_narrow(type) ? 1 : kSizes[static_cast<size_t>(type)];
}

inline bool is_real(ElementType type) { return type >= ElementType::kF16 && !is_narrow(type); }
inline bool is_integer(ElementType type) { return type >= ElementType::kI8 && type <= ElementType::kU64; }

template <class T>
inline constexpr bool kIsHalf = std::is_same_v<T, f16> || std::is_same_v<T, bf16>;
template <class T>
inline constexpr bool kIsReal = std::is_floating_point_v<T> || kIsHalf<T>;
template <class T>
inline constexpr bool kIsInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// Passes the C++ type of an ElementType to a function.
template <class T>
struct TypeTag {
  using type = T;
};

/// Calls `function(TypeTag<T>{})` with the C++ type of `type`, which is not narrow.
template <class Function>
decltype(auto) dispatch(ElementType type, Function&& function) {
  switch (type) {
    case ElementType::kBoolean:
      return function(TypeTag<bool>{});
    case ElementType::kI8:
      return function(TypeTag<int8_t>{});
    case ElementType::kI16:
      return function(TypeTag<int16_t>{});
    case ElementType::kI32:
      return function(TypeTag<int32_t>{});
    case ElementType::kI64:
      return function(TypeTag<int64_t>{});
    case ElementType::kU8:
      return function(TypeTag<uint8_t>{});
    case ElementType::kU16:
      return function(TypeTag<uint16_t>{});
    case ElementType::kU32:
      return function(TypeTag<uint32_t>{});
    case ElementType::kU64:
      return function(TypeTag<uint64_t>{});
    case ElementType::kF16:
      return function(TypeTag<f16>{});
    case ElementType::kBF16:
      return function(TypeTag<bf16>{});
    case ElementType::kF32:
      return function(TypeTag<float>{});
    default:
      break;
  }
  CHECK(type == ElementType::kF64);
  return function(TypeTag<double>{});
}

/// The ElementType of a C++ type.
template <class T>
constexpr ElementType element_type_of() {
  if constexpr (std::is_same_v<T, bool>) return ElementType::kBoolean;
  if constexpr (std::is_same_v<T, int8_t>) return ElementType::kI8;
  if constexpr (std::is_same_v<T, int16_t>) return ElementType::kI16;
  if constexpr (std::is_same_v<T, int32_t>) return ElementType::kI32;
  if constexpr (std::is_same_v<T, int64_t>) return ElementType::kI64;
  if constexpr (std::is_same_v<T, uint8_t>) return ElementType::kU8;
  if constexpr (std::is_same_v<T, uint16_t>) return ElementType::kU16;
  if constexpr (std::is_same_v<T, uint32_t>) return ElementType::kU32;
  if constexpr (std::is_same_v<T, uint64_t>) return ElementType::kU64;
  if constexpr (std::is_same_v<T, f16>) return ElementType::kF16;
  if constexpr (std::is_same_v<T, bf16>) return ElementType::kBF16;
  if constexpr (std::is_same_v<T, float>) return ElementType::kF32;
  if constexpr (std::is_same_v<T, double>) return ElementType::kF64;
}

}  // namespace backedge
