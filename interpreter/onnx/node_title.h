#pragma once

#include <string>

#include "interpreter/base/safe_text.h"
#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// `node "name" (Loop)`. A node without a name has that of its first output.
inline std::string title_of(const schema::NodeProto& node) {
  const std::string& name = !node.name().empty() || node.output_size() == 0 ? node.name() : node.output(0);
  return "node " + in_quotes(name) + " (" + safe_line(node.op_type()) + ")";
}

}  // namespace backedge::onnx
