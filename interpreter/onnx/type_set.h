#pragma once

#include <array>
#include <cstdint>

#include "interpreter/tensor/signature.h"

/// Sets of the types that operands may have, in the terms of ONNX's schemas.
namespace backedge::onnx {

/// Element types, for each kind of value.
struct TypeSet {
  std::array<uint32_t, 4> of_kind = {};

  constexpr bool has(ValueKind kind, ElementType type) const {
    return (of_kind[static_cast<size_t>(kind)] >> static_cast<size_t>(type) & 1) != 0;
  }
  constexpr TypeSet as(ValueKind kind) const {
    TypeSet moved;
    moved.of_kind[static_cast<size_t>(kind)] = of_kind[0];
    return moved;
  }
  constexpr TypeSet operator|(const TypeSet& other) const {
    TypeSet both;
    for (size_t k = 0; k < of_kind.size(); ++k) both.of_kind[k] = of_kind[k] | other.of_kind[k];
    return both;
  }
};

constexpr TypeSet sequences(const TypeSet& tensors) { return tensors.as(ValueKind::kSequence); }
constexpr TypeSet optionals(const TypeSet& tensors) { return tensors.as(ValueKind::kOptional); }
constexpr TypeSet optional_sequences(const TypeSet& tensors) {
  return tensors.as(ValueKind::kOptionalSequence);
}
constexpr TypeSet all_kinds(const TypeSet& tensors) {
  return tensors | sequences(tensors) | optionals(tensors) | optional_sequences(tensors);
}
constexpr TypeSet tensors(ElementType type) { return {{uint32_t{1} << static_cast<uint32_t>(type)}}; }

inline constexpr TypeSet kBool{tensors(ElementType::kBoolean)};
inline constexpr TypeSet kInt8{tensors(ElementType::kI8)};
inline constexpr TypeSet kInt16{tensors(ElementType::kI16)};
inline constexpr TypeSet kInt32{tensors(ElementType::kI32)};
inline constexpr TypeSet kInt64{tensors(ElementType::kI64)};
inline constexpr TypeSet kUint8{tensors(ElementType::kU8)};
inline constexpr TypeSet kUint16{tensors(ElementType::kU16)};
inline constexpr TypeSet kUint32{tensors(ElementType::kU32)};
inline constexpr TypeSet kUint64{tensors(ElementType::kU64)};
inline constexpr TypeSet kFloat16{tensors(ElementType::kF16)};
inline constexpr TypeSet kBfloat16{tensors(ElementType::kBF16)};
inline constexpr TypeSet kFloat{tensors(ElementType::kF32)};
inline constexpr TypeSet kDouble{tensors(ElementType::kF64)};
inline constexpr TypeSet kUint2{tensors(ElementType::kU2)};
inline constexpr TypeSet kInt2{tensors(ElementType::kI2)};
inline constexpr TypeSet kUint4{tensors(ElementType::kU4)};
inline constexpr TypeSet kInt4{tensors(ElementType::kI4)};
inline constexpr TypeSet kFloat4{tensors(ElementType::kF4E2M1)};
inline constexpr TypeSet kFloat8E4M3FN{tensors(ElementType::kF8E4M3)};
inline constexpr TypeSet kFloat8E5M2{tensors(ElementType::kF8E5M2)};
inline constexpr TypeSet kFloat8E8M0{tensors(ElementType::kF8E8M0)};
inline constexpr TypeSet kFloat8E4M3FNUZ{tensors(ElementType::kF8E4M3FNUZ)};
inline constexpr TypeSet kFloat8E5M2FNUZ{tensors(ElementType::kF8E5M2FNUZ)};

// Groups. The digits at the end are the version of ONNX IR that added types to a group.
inline constexpr TypeSet kBytes = kInt8 | kUint8;
inline constexpr TypeSet kIndices = kInt32 | kInt64;
inline constexpr TypeSet kSigned = kInt8 | kInt16 | kInt32 | kInt64;
inline constexpr TypeSet kUnsigned = kUint8 | kUint16 | kUint32 | kUint64;
inline constexpr TypeSet kIntegers = kSigned | kUnsigned;
inline constexpr TypeSet kFloats = kFloat16 | kFloat | kDouble;
inline constexpr TypeSet kFloats4 = kFloats | kBfloat16;
inline constexpr TypeSet kShortFloats = kFloat16 | kBfloat16 | kFloat;
inline constexpr TypeSet kFloat8 = kFloat8E4M3FN | kFloat8E5M2 | kFloat8E4M3FNUZ | kFloat8E5M2FNUZ;
inline constexpr TypeSet kQuantized = kBytes | kInt16 | kUint16 | kFloat8 | kUint4 | kInt4;
inline constexpr TypeSet kQuantized11 = kQuantized | kFloat4;
inline constexpr TypeSet kQuantized13 = kQuantized11 | kUint2 | kInt2;
inline constexpr TypeSet kWideNumbers = kInt32 | kInt64 | kUint32 | kUint64 | kFloats;
inline constexpr TypeSet kWideNumbers4 = kWideNumbers | kBfloat16;
inline constexpr TypeSet kNumbers = kIntegers | kFloats;
inline constexpr TypeSet kNumbers4 = kNumbers | kBfloat16;

// All tensors.
inline constexpr TypeSet kTensors = kNumbers | kBool;
inline constexpr TypeSet kTensors4 = kTensors | kBfloat16;
inline constexpr TypeSet kTensors9 = kTensors4 | kFloat8;
inline constexpr TypeSet kTensors10 = kTensors9 | kUint4 | kInt4;
inline constexpr TypeSet kTensors11 = kTensors10 | kFloat4;
inline constexpr TypeSet kTensors12 = kTensors11 | kFloat8E8M0;
inline constexpr TypeSet kTensors13 = kTensors12 | kUint2 | kInt2;

}  // namespace backedge::onnx
