#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// A Kernel whose output has the elements of input 0, converted to its type as numbers::convert defines it.
Result<void> convert_elements(const KernelCall& call);

}  // namespace backedge::ops
