#pragma once

#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// Makes a case of a model and its inputs, with what the interpreter gives as goldens, marked reference-only.
///
/// inputs    a folder with one .npy for each Parameter, called after it, or after its position in layer order
/// case_dir  the case; not there yet, or empty
/// errors    those of load, read_inputs and run; FILE-1
Result<void> make_case(const std::string& model_file, const std::string& inputs, const std::string& case_dir);

}  // namespace backedge
