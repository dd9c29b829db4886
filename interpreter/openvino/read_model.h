#pragma once

#include <string>

#include "interpreter/base/deadline.h"
#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

struct ReadLimits {
  int64_t max_file_bytes = 64 << 20;  // of the XML
  int64_t max_weight_bytes = int64_t{8} << 30;
  /// The depth of nested elements. A TensorIterator inside another one is four elements deeper (layer,
  /// body, layers, layer), so this limit is beyond the depth that graphs allow (LIMIT-2).
  int64_t max_element_depth = 512;
  Deadline* deadline = nullptr;  // null: no time limit
};

/// Reads an IR file and its weights.
///
/// file          the XML
/// weights_file  if empty, the .bin file of the same name next to the XML, if there is one
/// errors        phase read: READ-1 .. READ-9, WEIGHTS-1, PORT-5, LIMIT-1, LIMIT-3
Result<Model> read_model(const std::string& file, const std::string& weights_file = "",
                         const ReadLimits& limits = {});

/// The same for a text that is already in memory. `file` is its name in errors, and the weights are next to
/// it.
Result<Model> read_model_text(std::string text, const std::string& file, const std::string& weights_file = "",
                              const ReadLimits& limits = {});

}  // namespace backedge::openvino
