#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "interpreter/openvino/model.h"

namespace backedge::openvino {

/// A copy of `bytes` as weights, aligned for every element type. If there are no bytes, there are no weights.
Weights weights_of(std::span<const std::byte> bytes, std::string file);

}  // namespace backedge::openvino
