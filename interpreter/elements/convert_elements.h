#pragma once

#include "interpreter/tensor/element_type.h"

namespace backedge {

class StridedTensor;

/// Converts one element after the other; `step` is in bytes. The same type keeps every bit, other types are
/// converted by numbers::convert.
using ConvertRow = void (*)(const std::byte* from, int64_t from_step, std::byte* to, int64_t to_step,
                            int64_t n);
ConvertRow convert_row_of(ElementType from, ElementType to);

/// to[i, j, ...] = from[i, j, ...], converted to the type of `to`. Both have the same shape.
void convert_elements(const StridedTensor& from, const StridedTensor& to);

}  // namespace backedge
