#pragma once

#include <span>
#include <string>

#include "interpreter/interpreter.h"

namespace backedge {

/// Makes a folder and its parents, unless they exist.
///
/// errors  FILE-1
Result<void> make_folder(const std::string& folder);

/// Nothing is written over: FILE-1 where a folder is there already, and not empty.
Result<void> check_new(const std::string& folder);

/// Writes a file, which appears when it is whole.
///
/// errors  FILE-1
Result<void> write_text(const std::string& file, const std::string& text);

/// Writes one .npy for each Result, in layer order, and outputs.json:
///
///   {"outputs": [{"index", "name", "element_type", "shape", "file"}, ...]}
///
/// All of them are written before the first appears under its name; outputs.json is the last.
///
/// errors  FILE-1
Result<void> write_outputs(const std::string& folder, std::span<const ModelOutput> outputs,
                           std::span<const Tensor> values);

/// "003_name.npy": in `folder` itself whatever the Result is called, and no other Result's.
std::string output_file_name(size_t index, const std::string& name);

}  // namespace backedge
