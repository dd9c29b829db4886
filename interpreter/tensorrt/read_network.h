#pragma once

#include <memory>
#include <string>

#include "interpreter/base/result.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

/// Makes the calls that a network file lists: docs/tensorrt_network.md.
///
/// file    its name in errors
/// errors  phase read: TRT-22
Result<std::unique_ptr<INetworkDefinition>> read_network(std::string_view text, const std::string& file);

}  // namespace backedge::tensorrt
