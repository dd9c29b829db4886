#pragma once

#include <memory>

#include "interpreter/graph/graph.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

/// Gives a network its meaning: a graph whose loops are those of interpreter/loop.
///
/// file       its name in errors
/// max_depth  of loops and conditionals in each other  (LIMIT-2)
/// errors     phase load: TRT, OP and every loop rule that needs no values
Result<std::shared_ptr<const Graph>> lower_network(const INetworkDefinition& network, const std::string& file,
                                                   int64_t max_depth);

}  // namespace backedge::tensorrt
