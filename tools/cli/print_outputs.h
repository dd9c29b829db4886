#pragma once

#include <span>

#include "interpreter/interpreter.h"

namespace backedge {

/// Prints every Result: a line with name, type and shape, then the values the way NumPy prints them.
///
/// errors  FILE-1
Result<void> print_outputs(std::span<const ModelOutput> outputs, std::span<const Tensor> values);

}  // namespace backedge
