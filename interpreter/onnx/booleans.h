#pragma once

#include "interpreter/onnx/formula.h"

/// Moves booleans through operations that take only numbers.
namespace backedge::onnx {

/// Booleans as u8, anything else as it is.
inline Term as_numbers(Term x) {
  return x.formula->type(x) == ElementType::kBoolean ? cast(x, ElementType::kU8) : x;
}

/// Undoes `as_numbers`: makes moved numbers booleans again if `data` is boolean.
inline Term moved_as(Term data, Term numbers) {
  return data.formula->type(data) == ElementType::kBoolean ? cast(numbers, ElementType::kBoolean) : numbers;
}

/// errors  ONNX-GRAPH-19 booleans that are not only moved
inline Result<void> check_booleans(const NodeLowering& node, bool are_moved) {
  if (are_moved || node.type(node.in(0)) != ElementType::kBoolean) return {};
  return Error("ONNX-GRAPH-19",  // [ONNX-GRAPH-19]
               "input 0 is BOOL, and the operator adds or weights elements; this is not supported");
}

}  // namespace backedge::onnx
