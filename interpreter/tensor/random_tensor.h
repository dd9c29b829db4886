#pragma once

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// A tensor of values made from two numbers, the same bits everywhere: reals are uniform multiples of 1/128
/// in [-1, 1), which every real type holds exactly, integers 0 .. 7, which also serve as indices and counts.
///
/// seed, stream  one stream of values for each pair
/// source        the generator is SplitMix64 (Steele, Lea, Flood 2014)
Tensor random_tensor(ElementType type, const Shape& shape, uint64_t seed, uint64_t stream);

}  // namespace backedge
