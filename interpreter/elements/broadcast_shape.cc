#include "interpreter/elements/broadcast_shape.h"

namespace backedge {

Result<Shape> broadcast_shape(const Shape& a, const Shape& b) {
  Shape shape = a.rank() < b.rank() ? b : a;
  const Shape& shorter = a.rank() < b.rank() ? a : b;
  const int64_t lead = shape.rank() - shorter.rank();
  for (int64_t axis = 0; axis < shorter.rank(); ++axis) {
    int64_t& dim = shape[lead + axis];
    if (dim != 1 && shorter[axis] != 1 && dim != shorter[axis]) {  // [ELEM-1]
      return Error("ELEM-1", "shapes " + a.text() + " and " + b.text() + " cannot be broadcast to each other")
          .note("axis " + std::to_string(lead + axis) + " has size " + std::to_string(dim) + " and " +
                std::to_string(shorter[axis]));
    }
    if (dim == 1) dim = shorter[axis];
  }
  return shape;
}

}  // namespace backedge
