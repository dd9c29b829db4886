#pragma once

#include "conformance/corpus/case.h"

namespace backedge::shrink {

/// How an output of a candidate is compared: integers by bits, real numbers so coarsely that no rounding
/// explains a difference. A smaller difference counts as another failure.
Comparison coarse_comparison(const Tensor& golden);

}  // namespace backedge::shrink
