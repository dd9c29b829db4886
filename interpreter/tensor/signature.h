#pragma once

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// Element type and shape of a value, as far as the shape is known.
struct Signature {
  ElementType type = ElementType::kF32;
  PartialShape shape;

  /// "f32[2,?]".
  std::string text() const { return describe(type, shape); }
};

inline Signature signature_of(const Tensor& tensor) { return {tensor.type(), tensor.shape()}; }

}  // namespace backedge
