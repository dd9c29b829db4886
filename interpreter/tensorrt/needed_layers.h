#pragma once

#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

/// Finds the layers that the outputs of the network depend on, and checks that the loops and conditionals among
/// them are complete.
///
/// returns  by layer, whether it is needed  (TRT-20)
/// errors   TRT-3 no next value; TRT-8 two limits of a kind; TRT-9 no limit; TRT-10 no recurrence;
///          TRT-13 no length or one too many; TRT-23 no condition
Result<std::vector<bool>> find_needed_layers(const INetworkDefinition& network);

}  // namespace backedge::tensorrt
