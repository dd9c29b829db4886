#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// Sums blocks of an image where they overlap. `windows` say where they are, along two axes, with pads.
Operation make_col2im(const Windows& windows);

}  // namespace backedge::ops
