#pragma once

#include <string>

#include "interpreter/loop/partition.h"
#include "interpreter/tensor/shape.h"

namespace backedge {

/// "axis 1, from 24 down to 0, parts of 1 (25)": how an axis is cut. If the dimension is known, the number of parts is
/// in brackets. Otherwise -1 is called "the last".
///
/// shape  of the tensor that is cut, as far as it is known
std::string explain_slicing(const Slicing& slicing, const PartialShape& shape);

/// "joined along axis 1" and, backward, ", the last iteration first".
std::string explain_joining(const Slicing& slicing, const PartialShape& part);

}  // namespace backedge
