#pragma once

#include <set>
#include <string>

#include "interpreter/base/result.h"
#include "interpreter/onnx/read_tensor.h"
#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// The names of the files with external data of a model, as its tensors give them.
std::set<std::string> data_files_of(schema::ModelProto& model);

/// Makes raw data of all external data.
///
/// errors  ONNX-GRAPH-7, 8; LIMIT-1, 3, 4
Result<void> put_data_inside(schema::ModelProto& model, TensorSource& source);

}  // namespace backedge::onnx
