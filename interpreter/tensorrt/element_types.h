#pragma once

#include <optional>

#include "interpreter/tensor/element_type.h"
#include "interpreter/tensorrt/types.h"

namespace backedge::tensorrt {

/// The element type of this project; none for types that it does not have.
constexpr std::optional<ElementType> element_type_of(DataType type) {
  switch (type) {
    case DataType::kFLOAT:
      return ElementType::kF32;
    case DataType::kHALF:
      return ElementType::kF16;
    case DataType::kBF16:
      return ElementType::kBF16;
    case DataType::kINT8:
      return ElementType::kI8;
    case DataType::kINT32:
      return ElementType::kI32;
    case DataType::kINT64:
      return ElementType::kI64;
    case DataType::kUINT8:
      return ElementType::kU8;
    case DataType::kBOOL:
      return ElementType::kBoolean;
    case DataType::kFP8:
    case DataType::kINT4:
      break;
  }
  return std::nullopt;
}

}  // namespace backedge::tensorrt
