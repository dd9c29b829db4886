#pragma once

#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// Makes a case of a model and its inputs. The goldens are the interpreter's outputs, and the case is
/// marked reference-only.
///
/// inputs    a folder with one .npy for each Parameter; its name is the Parameter's name or its position in
///           layer order
/// case_dir  the folder of the new case, which must be empty or not exist
/// errors    those of load, read_inputs and run; FILE-1
Result<void> make_case(const std::string& model_file, const std::string& inputs, const std::string& case_dir);

}  // namespace backedge
