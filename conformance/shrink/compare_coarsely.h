#pragma once

#include "conformance/corpus/case.h"

namespace backedge::shrink {

/// How an output of a candidate is compared: integers by bits, real numbers so that no rounding explains a difference. What
/// differs by less differs in another way.
Comparison coarse_comparison(const Tensor& golden);

}  // namespace backedge::shrink
