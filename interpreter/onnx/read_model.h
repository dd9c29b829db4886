#pragma once

#include <string>

#include "interpreter/base/result.h"
#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// Reads the bytes of a model.
///
/// errors  phase read: ONNX-GRAPH-1
Result<schema::ModelProto> parse_model(const std::string& bytes, const std::string& file);

/// Whether the version of the format is supported, and there is a graph.
///
/// errors  phase read: ONNX-GRAPH-1
Result<void> check_model(const schema::ModelProto& model, const std::string& file);

}  // namespace backedge::onnx
