#pragma once

#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// Whether a name is that of a file that make_case takes, and not of a case.
bool is_model_file(const std::string& name);

/// Makes a case of a model and its inputs. The goldens are the interpreter's outputs, and the case is
/// marked reference-only.
///
/// inputs    a folder with a .npy or .pb for each Parameter; its name is the Parameter's name or its position
///           in layer order, or input_K.pb for position K; output_K.pb is ignored
/// case_dir  the folder of the new case, which must be empty or not exist
/// errors    those of load, read_inputs, with_data_inside and run; CASE-1 what a case cannot hold; FILE-1
Result<void> make_case(const std::string& model_file, const std::string& inputs, const std::string& case_dir);

}  // namespace backedge
