#pragma once

#include <map>
#include <string>

#include "conformance/corpus/case.h"
#include "conformance/corpus/json.h"

namespace backedge {

/// What a tensor of a case is read with.
struct TensorSource {
  std::string folder;  // of its .npy files
  std::map<std::string, ExpectedTensor> named;
};

/// A tensor written out: {TYPE_KEY, "shape", "values"}.
///
/// errors  CASE-1
Result<Tensor> read_values(const Json& json, const char* type_key = "type");

/// A tensor of a case: written out, in a file, or the name of another.
///
/// errors  CASE-1; those of read_npy
Result<ExpectedTensor> read_tensor(const Json& json, const TensorSource& source);

}  // namespace backedge
