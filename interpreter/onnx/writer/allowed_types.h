#pragma once

#include <cstddef>
#include <string_view>

#include "interpreter/tensor/element_type.h"

namespace backedge::onnx::writing {

/// Whether a value of the type can be in a model of the written version.
bool may_be_written(ElementType type);

/// Whether operand k of an operator may have a type, if it is the operand that decides about the types of
/// others. Operands such as lists of axes have the type that this writer gives them.
bool may_be_operand(std::string_view op, size_t k, ElementType type);

}  // namespace backedge::onnx::writing
