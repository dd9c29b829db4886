#pragma once

#include <span>

#include "interpreter/ops/operation.h"

namespace backedge::openvino {

/// The same call of a maker, with options that IR has instead of those that it has not, if both mean the same
/// for operands of which this is known. Otherwise the call as it is.
Made settle_options(const Made& made, std::span<const Operand> inputs);

}  // namespace backedge::openvino
