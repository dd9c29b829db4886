#pragma once

#include <set>
#include <string>

#include "interpreter/onnx/schema.h"

namespace backedge::onnx {

/// The names of the files with external data of a model, as its tensors give them.
std::set<std::string> data_files_of(const schema::ModelProto& model);

}  // namespace backedge::onnx
