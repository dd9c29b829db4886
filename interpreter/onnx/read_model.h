#pragma once

#include <functional>
#include <memory>
#include <string>

#include "interpreter/base/result.h"
#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// An empty model, after `read` has put something into it.
///
/// max_bytes  of memory that its messages may take, at least 64 MiB; their texts and raw data do not count
/// errors     LIMIT-1; those of `read`
Result<std::shared_ptr<schema::ModelProto>> read_within(
    int64_t max_bytes, const std::function<Result<void>(schema::ModelProto&)>& read);

/// Reads the bytes of a model.
///
/// max_bytes  as in read_within
/// errors     phase read: ONNX-GRAPH-1, LIMIT-1
Result<std::shared_ptr<schema::ModelProto>> parse_model(const std::string& bytes, const std::string& file,
                                                        int64_t max_bytes);

/// Whether the version of the format is supported, and there is a graph.
///
/// errors  phase read: ONNX-GRAPH-1
Result<void> check_model(const schema::ModelProto& model, const std::string& file);

}  // namespace backedge::onnx
