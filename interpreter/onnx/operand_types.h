#pragma once

#include <array>
#include <span>
#include <string_view>

#include "interpreter/onnx/type_set.h"

namespace backedge::onnx {

/// The types of the operands of an operator, from a version on. No two domains have an operator of one name.
struct OperandTypes {
  std::string_view op;
  int64_t since;
  /// A letter for each operand. Operands with one letter have one type, and A has types[0]. With + at the end,
  /// the last operand repeats. So does a small letter, where each may have another type.
  std::string_view letters;
  std::array<TypeSet, 5> types;

  /// The letter of operand k; 0 if the version has no such operand, which its arity decides.
  char letter_of(size_t k) const;
  const TypeSet& types_of(char letter) const {
    return types.at(static_cast<size_t>(letter >= 'a' ? letter - 'a' : letter - 'A'));
  }
};

/// The rows of the operators up to L and from M on, sorted by name and version.
std::span<const OperandTypes> operand_types_to_l();
std::span<const OperandTypes> operand_types_from_m();

/// The row of a version; null for an operator without operands.
const OperandTypes* find_operand_types(std::string_view op, int64_t version);

}  // namespace backedge::onnx
