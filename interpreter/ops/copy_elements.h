#pragma once

#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// The positions of the elements of a walk: (i, j, ...) is element offset + i * strides[0] + j * strides[1]
/// + ...
struct Walk {
  int64_t offset = 0;
  Strides strides;
};

/// to[i, j, ...] = from[i, j, ...] for every index of `shape`, until the time is over. The tensors have one
/// element type.
void copy_strided(const Shape& shape, Tensor& to, const Walk& to_walk, const Tensor& from,
                  const Walk& from_walk, Deadline& deadline);

/// Copies `bytes` bytes. A single element needs no function call.
void copy_block(std::byte* to, const std::byte* from, int64_t bytes);

/// A Kernel whose output has the elements of input 0, in their order.
Result<void> copy_input(const KernelCall& call);

}  // namespace backedge::ops
