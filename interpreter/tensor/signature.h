#pragma once

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// A tensor, a sequence of tensors, an optional tensor, or an optional sequence of tensors.
enum class ValueKind : uint8_t { kTensor, kSequence, kOptional, kOptionalSequence };

/// "tensor", "sequence", "optional" or "optional sequence".
inline std::string_view name_of(ValueKind kind) {
  constexpr std::string_view kNames[] = {"tensor", "sequence", "optional", "optional sequence"};
  return kNames[static_cast<size_t>(kind)];
}

constexpr bool is_optional(ValueKind kind) { return kind >= ValueKind::kOptional; }

/// The kind of what is in a sequence or an optional.
constexpr ValueKind item_of(ValueKind kind) {
  return kind == ValueKind::kOptionalSequence ? ValueKind::kSequence : ValueKind::kTensor;
}

/// The kind of an optional with a tensor or a sequence.
constexpr ValueKind optional_of(ValueKind item) {
  return item == ValueKind::kSequence ? ValueKind::kOptionalSequence : ValueKind::kOptional;
}

/// What is known of a value: its kind, and the element type and shape of every tensor in it.
struct Signature {
  ElementType type = ElementType::kF32;
  PartialShape shape;
  ValueKind kind = ValueKind::kTensor;

  bool operator==(const Signature&) const = default;
  /// "f32[2,?]", "sequence of f32[2,?]", "optional sequence of f32[2,?]".
  std::string text() const {
    const std::string container = kind == ValueKind::kTensor ? "" : std::string(name_of(kind)) + " of ";
    return container + describe(type, shape);
  }
};

inline Signature signature_of(const Tensor& tensor) { return {tensor.type(), tensor.shape()}; }

}  // namespace backedge
