#pragma once

#include <string>
#include <string_view>

#include "interpreter/base/result.h"
#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// Reads a model in ONNX's text syntax: a list of properties, a graph, and functions.
///
/// file    its name in errors
/// errors  phase read: ONNX-TEXT-1
Result<schema::ModelProto> parse_text(std::string_view text, const std::string& file);

}  // namespace backedge::onnx
