#pragma once

#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/options.h"

namespace backedge::ops {

/// The shape to which both operands are broadcast, as far as their own shapes are known.
///
/// errors  OP-5 no shapes that the operands may have fit each other
/// source  OpenVINO's "Broadcast Rules For Elementwise Operations"
Result<PartialShape> broadcast_shapes(const Broadcasting& broadcasting, const PartialShape& first,
                                      const PartialShape& second);

/// The first and the second operand, broadcast to `shape`.
Layout first_repeated(const Shape& first, const Shape& shape);
Layout second_repeated(const Broadcasting& broadcasting, const Shape& second, const Shape& shape);

}  // namespace backedge::ops
