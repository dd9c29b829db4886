#pragma once

#include <string>
#include <utility>
#include <vector>

#include "interpreter/openvino/model.h"

/// What a port map says, as it is written. Nothing here needs a valid model.
namespace backedge {

/// "merged input", "sliced input", "invariant input" or "current iteration".
std::string input_role(const openvino::Body& body, const openvino::PortMapEntry& entry);

/// "scan output", "last value" or "condition".
std::string output_role(const openvino::PortMapEntry& entry);

/// How an entry cuts or joins: "axis 0", "start -3" ...; empty if it does neither.
std::vector<std::pair<std::string, int64_t>> slicing_of(const openvino::PortMapEntry& entry);

/// The same as one text: "axis 0, start -3, part_size 2".
std::string slicing_text(const openvino::PortMapEntry& entry);

/// The input ports of a Loop that its port map does not name: the trip count and the initial condition.
std::vector<std::pair<int64_t, std::string>> control_ports(const openvino::Layer& layer);

}  // namespace backedge
