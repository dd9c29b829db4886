#pragma once

#include <string>

#include "interpreter/base/deadline.h"
#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// Reads the weights of a model into memory. They are a copy, so later changes to the file have no effect.
///
/// weights_file  if empty, the .bin file of the same name next to the model; no bytes if there is none
/// errors        WEIGHTS-1; LIMIT-1 more than max_bytes (checked before memory is allocated), or the time
///               is over
Result<Weights> read_weights(const std::string& model_file, const std::string& weights_file,
                             int64_t max_bytes, Deadline& deadline);

}  // namespace backedge::openvino
