#pragma once

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// Data of another size: each element of the output is at a position in data (OP-40). It is the nearest
/// element, or the sum of elements times weights. The weight of an element is the product of those along the
/// axes, in their order. The sum is in double, in row-major order, and rounded once (NUM-3); integers get the
/// nearest one.
///
/// inputs   data: numeric; sizes or scales: a list; axes: a list, all of them if it is not given. With
///          options.both_lists, sizes and scales are inputs 1 and 2; otherwise input 1 is one of them.
/// returns  the type of data; dimensions as the list says, and those of padded data along other axes
/// errors   OP-4; OP-5; OP-6 axes, sizes and scales; LIMIT-1; LIMIT-4 (OP-40)
/// source   OpenVINO's Interpolate-4, Interpolate-11
Operation make_interpolate(const Interpolate& options);

}  // namespace backedge::ops
