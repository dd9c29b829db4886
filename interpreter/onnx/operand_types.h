#pragma once

#include <array>
#include <span>
#include <string_view>

#include "interpreter/onnx/scope.h"
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
};

/// The rows of the operators up to L and from M on, sorted by name and version.
std::span<const OperandTypes> operand_types_to_l();
std::span<const OperandTypes> operand_types_from_m();

/// The row of a version; null for an operator without operands.
const OperandTypes* find_operand_types(std::string_view op, int64_t version);

/// Whether the operands have types that this version of the operator takes.
///
/// errors  ONNX-GRAPH-19
Result<void> check_operand_types(const Scope& scope, const schema::NodeProto& node, const Slots& inputs,
                                 int64_t version);

}  // namespace backedge::onnx
