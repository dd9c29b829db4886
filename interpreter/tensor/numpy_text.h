#pragma once

#include <string>

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// The text that `print` of a NumPy array shows, with NumPy's default settings: at most 8 digits after the
/// point, columns aligned, lines of 75 characters, arrays of more than 1000 elements cut to the first and
/// last three of each axis; one element of rank 0 with all the digits that tell it apart.
///
/// bf16, which NumPy has not, follows the rules of f16, with the two digits that bf16 always keeps where f16
/// keeps three.
/// source  "numpy.set_printoptions"; checked against NumPy 2.4
std::string numpy_text(const Tensor& tensor);

}  // namespace backedge
