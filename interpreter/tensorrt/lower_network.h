#pragma once

#include <memory>

#include "interpreter/base/deadline.h"
#include "interpreter/graph/graph.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

struct LowerLimits {
  int64_t max_depth = 64;                // of loops and conditionals in each other  (LIMIT-2)
  int64_t max_bytes = int64_t{8} << 30;  // of constants  (LIMIT-1)
  Deadline* deadline = nullptr;          // null: no limit of time
};

/// Gives a network its meaning: a graph whose loops are those of interpreter/loop.
///
/// file    its name in errors
/// errors  phase load: TRT, OP, LIMIT-1, 2, 6 and every loop rule that needs no values
Result<std::shared_ptr<const Graph>> lower_network(const INetworkDefinition& network, const std::string& file,
                                                   const LowerLimits& limits = {});

}  // namespace backedge::tensorrt
