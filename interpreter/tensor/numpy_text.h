#pragma once

#include <string>

#include "interpreter/tensor/tensor.h"

namespace backedge {

/// The text that `print` of a NumPy array shows with NumPy's default settings: at most 8 digits after the
/// point, aligned columns, lines of 75 characters. Arrays of more than 1000 elements are cut to the first
/// and last three of each axis. A single element of rank 0 has all the digits that identify it.
///
/// NumPy does not have bf16. It follows the rules of f16, but always keeps two digits where f16 keeps three.
///
/// source  "numpy.set_printoptions"; checked against NumPy 2.4
std::string numpy_text(const Tensor& tensor);

}  // namespace backedge
