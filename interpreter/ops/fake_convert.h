#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// narrow  f8e4m3 or f8e5m2
Operation make_fake_convert(ElementType narrow);

}  // namespace backedge::ops
