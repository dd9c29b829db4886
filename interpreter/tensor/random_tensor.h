#pragma once

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// A tensor of values that two numbers determine, with the same bits everywhere. Reals are uniform
/// multiples of 1/128 in [-1, 1), which every real type holds exactly. Integers are 0 .. 7, so that they
/// can serve as indices and counts.
///
/// seed, stream  each pair gives another stream of values
/// source        the generator is SplitMix64 (Steele, Lea, Flood 2014)
Tensor random_tensor(ElementType type, const Shape& shape, uint64_t seed, uint64_t stream);

}  // namespace backedge
