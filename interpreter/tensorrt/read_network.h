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

/// The text of a network file.
///
/// errors  phase read: READ-1
Result<std::string> read_network_file(const std::string& file, int64_t max_bytes);

}  // namespace backedge::tensorrt
