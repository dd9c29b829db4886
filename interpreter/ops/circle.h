#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// cos and sin of 2 pi k / size for each k below size: an f64 tensor of shape [size, 2]. It is unfinished if
/// the time is over.
///
/// errors  LIMIT-1
Result<Tensor> circle_of(int64_t size, const KernelCall& call);

}  // namespace backedge::ops
