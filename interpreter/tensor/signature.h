#pragma once

#include "interpreter/tensor/tensor.h"

namespace backedge {

enum class ValueKind : uint8_t { kTensor, kSequence, kOptional };

/// "tensor", "sequence" or "optional".
inline std::string_view name_of(ValueKind kind) {
  constexpr std::string_view kNames[] = {"tensor", "sequence", "optional"};
  return kNames[static_cast<size_t>(kind)];
}

/// What is known of a value: its kind, and the element type and shape of every tensor in it.
struct Signature {
  ElementType type = ElementType::kF32;
  PartialShape shape;
  ValueKind kind = ValueKind::kTensor;

  /// "f32[2,?]", "sequence of f32[2,?]".
  std::string text() const {
    const std::string container = kind == ValueKind::kTensor ? "" : std::string(name_of(kind)) + " of ";
    return container + describe(type, shape);
  }
};

inline Signature signature_of(const Tensor& tensor) { return {tensor.type(), tensor.shape()}; }

}  // namespace backedge
