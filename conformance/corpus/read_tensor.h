#pragma once

#include <map>
#include <string>

#include "conformance/corpus/case.h"
#include "conformance/corpus/json.h"

namespace backedge {

/// What a reader needs to read the tensors of a case.
struct TensorSource {
  std::string folder;  // the folder of its .npy files
  std::map<std::string, ExpectedTensor> named;
};

/// Reads a tensor that is written out: {TYPE_KEY, "shape", "values"}.
///
/// errors  CASE-1
Result<Tensor> read_values(const Json& json, const char* type_key = "type");

/// Reads a tensor of a case. It is written out, in a file, or the name of another tensor.
///
/// errors  CASE-1; those of read_npy
Result<ExpectedTensor> read_tensor(const Json& json, const TensorSource& source);

}  // namespace backedge
