#pragma once

#include <string>

#include "interpreter/base/result.h"
#include "interpreter/ir/model.h"

namespace backedge::ir {

/// Maps the weights of a model, read-only.
///
/// weights_file  empty: the .bin of the same name beside the model; no bytes where there is none
/// errors        WEIGHTS-1
Result<Weights> map_weights(const std::string& model_file, const std::string& weights_file);

}  // namespace backedge::ir
