#pragma once

#include "interpreter/onnx/formula.h"

/// Operators that move elements of any type by operations that take numbers alone.
namespace backedge::onnx {

/// Booleans as u8, anything else as it is.
inline Term as_numbers(Term x) {
  return x.formula->type(x) == ElementType::kBoolean ? cast(x, ElementType::kU8) : x;
}

/// What `as_numbers` was called with as `data`, after it was moved.
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
