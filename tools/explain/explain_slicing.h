#pragma once

#include <string>

#include "interpreter/loop/partition.h"
#include "interpreter/tensor/shape.h"

namespace backedge {

/// How an axis is cut: "axis 1, from 24 down to 0, parts of 1 (25)". If the dimension is known, the number
/// of parts is in brackets. Otherwise -1 is called "the last".
///
/// shape  the shape of the sliced tensor, as far as it is known
std::string explain_slicing(const Slicing& slicing, const PartialShape& shape);

/// "joined along axis 1", or "joined along the new axis 1" if the parts do not have it, and ", last iteration
/// first" if it is joined backward.
std::string explain_joining(const Slicing& slicing, const PartialShape& part, bool adds_axis = false);

}  // namespace backedge
