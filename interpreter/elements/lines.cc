#include "interpreter/elements/lines.h"

namespace backedge {

int64_t count_from(const Shape& shape, int64_t axis) {
  int64_t count = 1;
  for (; axis < shape.rank(); ++axis) count *= shape[axis];
  return count;
}

Lines lines_along(const Shape& shape, int64_t axis) {
  Lines lines{1, shape[axis], count_from(shape, axis + 1)};
  for (int64_t i = 0; i < axis; ++i) lines.outer *= shape[i];
  return lines;
}

}  // namespace backedge
