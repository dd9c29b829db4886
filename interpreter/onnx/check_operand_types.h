#pragma once

#include "interpreter/onnx/scope.h"

namespace backedge::onnx {

/// Whether the operands have types that this version of the operator takes.
///
/// errors  ONNX-GRAPH-19
Result<void> check_operand_types(const Scope& scope, const schema::NodeProto& node, const Slots& inputs,
                                 int64_t version);

}  // namespace backedge::onnx
