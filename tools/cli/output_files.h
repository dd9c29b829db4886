#pragma once

#include <span>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"

namespace backedge {

/// Makes a folder and its parents, unless they exist.
///
/// errors  FILE-1
Result<void> make_folder(const std::string& folder);

/// Checks that nothing is overwritten: FILE-1 if a folder exists and is not empty.
Result<void> check_new(const std::string& folder);

/// Whether two names are those of one file, which need not exist yet.
bool is_same_file(const std::string& a, const std::string& b);

/// Writes a file that gets its name only when it is complete.
///
/// errors  FILE-1
Result<void> write_text(const std::string& file, const std::string& text);

enum class OutputFormat { kNpy, kPb };

/// Checks that a file can hold the output.
///
/// errors  FILE-1 ONNX does not have the type; a .npy of a sequence or an optional
Result<void> check_writable(const ModelOutput& output, OutputFormat format);

/// The names of the files that write_outputs makes in its folder, in that order.
std::vector<std::string> output_file_names(std::span<const ModelOutput> outputs, OutputFormat format);

/// Writes a file for each Result, in layer order, and outputs.json. A .pb has the name that it has in the
/// folder of a test of ONNX, "output_3.pb". In outputs.json:
///
///   {"outputs": [{"index", "name", "element_type", "shape", "file"}, ...]}
///
/// A sequence or an optional has "kind" instead of "element_type" and "shape".
///
/// All of them are written before the first gets its name. outputs.json is the last.
///
/// errors  FILE-1
Result<void> write_outputs(const std::string& folder, std::span<const ModelOutput> outputs,
                           std::span<const Value> values, OutputFormat format = OutputFormat::kNpy);

/// "003_name.npy": a name that is inside `folder`, whatever the name of the Result, and that no other
/// Result gets.
std::string output_file_name(size_t index, const std::string& name);

}  // namespace backedge
