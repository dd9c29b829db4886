#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "interpreter/base/deadline.h"
#include "interpreter/base/result.h"
#include "interpreter/tensorrt/network.h"

namespace backedge::tensorrt {

/// Whether a file of this name is read as a network file; all others are OpenVINO's.
inline bool is_network_file(std::string_view file) { return file.ends_with(".json"); }

/// Makes the calls that a network file lists: docs/tensorrt_network.md.
///
/// file      its name in errors
/// deadline  null: no limit of time
/// errors    phase read: TRT-22, LIMIT-1
Result<std::unique_ptr<INetworkDefinition>> read_network(std::string_view text, const std::string& file,
                                                         Deadline* deadline = nullptr);

}  // namespace backedge::tensorrt
