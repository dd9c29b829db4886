#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/base/deadline.h"
#include "interpreter/graph/graph.h"

namespace backedge::onnx {

/// Whether a file is an ONNX model by its name: it ends with .onnx, or with .onnxtxt for the text syntax.
bool is_onnx_file(const std::string& file);

struct LowerLimits {
  int64_t max_depth = 64;                // of graphs and functions in each other  (LIMIT-2)
  int64_t max_bytes = int64_t{8} << 30;  // of constants, and of the file's messages  (LIMIT-1)
  Deadline* deadline = nullptr;          // null: no limit of time
};

/// Gives a model its meaning: a graph whose loops are those of interpreter/loop.
///
/// bytes       of the model, or its text; its external data are in the folder of `file`
/// overridden  names of inputs that become Parameters although they have a default  (ONNX-GRAPH-18)
/// errors      phase read: ONNX-GRAPH-1, ONNX-TEXT-1, LIMIT-1; phase load: the other rules of ONNX, OP, LIMIT-1
///             to 4 and 6, and every loop rule that needs no values
Result<std::shared_ptr<const Graph>> lower_model(const std::string& bytes, const std::string& file,
                                                 const LowerLimits& limits = {},
                                                 std::span<const std::string> overridden = {});

/// The names of a model's inputs, those with a default last, and of its outputs.
struct PortNames {
  std::vector<std::string> inputs, outputs;
  size_t defaults = 0;  // how many inputs have one
};

/// errors  phase read: ONNX-GRAPH-1, ONNX-TEXT-1, LIMIT-1
Result<PortNames> port_names(const std::string& bytes, const std::string& file);

/// The files that a model needs beside its own: those with external data.  (ONNX-GRAPH-8)
///
/// errors  phase read: ONNX-GRAPH-1, ONNX-TEXT-1, LIMIT-1
Result<std::vector<std::string>> data_files(const std::string& bytes, const std::string& file);

/// A binary model that needs no other file: external data become its own. Without them the bytes stay the same.
///
/// errors  phase read: ONNX-GRAPH-1, LIMIT-1; phase load: ONNX-GRAPH-7, 8; ONNX-WRITE-2; LIMIT-1, 3, 4
Result<std::string> with_data_inside(std::string bytes, const std::string& file);

/// The model as a binary file.
///
/// errors  phase read: ONNX-TEXT-1, LIMIT-1
Result<std::string> binary_of_text(std::string_view text, const std::string& file);

/// A model as a binary file for a caller that gives inputs by position: those with a default are the last ones,
/// and those with these names lose theirs.
///
/// errors  phase read: ONNX-GRAPH-1, ONNX-TEXT-1, LIMIT-1
Result<std::string> positional_binary(const std::string& bytes, const std::string& file,
                                      std::span<const std::string> overridden);

}  // namespace backedge::onnx
