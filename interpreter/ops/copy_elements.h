#pragma once

#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// to[i, j, ...] = from[i, j, ...] for every index, until the time is over. The layouts have one shape and say
/// where these elements are; the tensors have one element type.
void copy_elements(Tensor& to, const Layout& to_layout, const Tensor& from, const Layout& from_layout,
                   Deadline& deadline);

/// Copies `bytes` bytes, as they are (NUM-5). A single element needs no function call.
void copy_block(std::byte* to, const std::byte* from, int64_t bytes);

/// A Kernel whose output has the elements of input 0, in their order.
Result<void> copy_input(const KernelCall& call);

}  // namespace backedge::ops
