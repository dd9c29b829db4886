#include "interpreter/elements/element_iterator.h"

namespace backedge {

Strides strides_of(const Shape& shape) {
  Strides strides;
  int64_t stride = 1;
  for (int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

Strides broadcast_strides(const Shape& from, const Shape& shape) {
  const Strides own = strides_of(from);
  const int64_t lead = shape.rank() - from.rank();
  Strides strides;
  for (int64_t axis = 0; axis < from.rank(); ++axis) {
    if (from[axis] != 1) strides[axis + lead] = own[axis];
  }
  return strides;
}

}  // namespace backedge
