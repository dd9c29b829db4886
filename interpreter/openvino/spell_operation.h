#pragma once

#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"
#include "interpreter/ops/operation.h"

namespace backedge::openvino {

/// What a layer says about its operation.
struct Spelling {
  std::string type;  // "TopK"
  int64_t opset = 1;
  std::vector<Attribute> attributes = {};
};

/// Finds the type, version and attributes from which the reader makes the same operation, with the same
/// options.
///
/// inputs, outputs  the number of ports of the layer
/// errors           IR-WRITE-1 there are none
Result<Spelling> spell_operation(const Made& made, int64_t inputs, int64_t outputs);

}  // namespace backedge::openvino
