#pragma once

#include <string>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge {

/// Reads the folder of a case: case.json, the model and the tensors.
///
/// folder  the folder
/// path    the case's path in the corpus
/// errors  CASE-1; those of read_npy
Result<TestCase> read_case(const std::string& folder, const std::string& path);

}  // namespace backedge
