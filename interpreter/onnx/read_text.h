#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "interpreter/base/result.h"
#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// Reads a model in ONNX's text syntax: a list of properties, a graph, and functions.
///
/// file       its name in errors
/// max_bytes  as in read_within
/// errors     phase read: ONNX-TEXT-1, LIMIT-1
Result<std::shared_ptr<schema::ModelProto>> parse_text(std::string_view text, const std::string& file,
                                                       int64_t max_bytes);

}  // namespace backedge::onnx
