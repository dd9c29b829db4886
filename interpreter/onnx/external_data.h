#pragma once

#include <string>

#include "interpreter/base/result.h"
#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// The bytes of a tensor that are in a file beside the model or the .pb.
///
/// folder  of the file that names them
/// bytes   how many the tensor has
/// errors  ONNX-GRAPH-8
Result<std::string> read_external_data(const schema::TensorProto& tensor, const std::string& folder,
                                       int64_t bytes);

}  // namespace backedge::onnx
