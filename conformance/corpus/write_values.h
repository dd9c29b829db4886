#pragma once

#include <string>

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// The elements as a JSON list, as the corpus has them: shortest decimals; bits of NaN, infinities and -0; integers beyond
/// 2^53 as strings.
std::string values_text(const Tensor& tensor);

/// The same of the elements at [from, to).
std::string values_text(const Tensor& tensor, int64_t from, int64_t to);

/// "0x3f800000": the bits of an element.
std::string bits_text(const Tensor& tensor, int64_t position);

}  // namespace backedge
