#pragma once

#include <optional>
#include <vector>

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// A copy of elements as files store them: little-endian at any address. A boolean is a byte,
/// true unless it is 0. Narrow elements may share bytes: see packed_bytes.
///
/// from  as many bytes as packed_bytes says
Tensor read_stored_elements(ElementType type, const Shape& shape, const std::byte* from);

/// The reverse: the bytes of a file. None for elements that do not fill their last group of bytes (WEIGHTS-6).
std::optional<std::vector<std::byte>> stored_elements(const Tensor& tensor);

}  // namespace backedge
