#pragma once

#include <span>

#include "interpreter/interpreter.h"

namespace backedge {

/// Prints every Result: a line with name, type and shape, followed by the values in NumPy's style.
///
/// errors  FILE-1
Result<void> print_outputs(std::span<const ModelOutput> outputs, std::span<const Value> values);

}  // namespace backedge
