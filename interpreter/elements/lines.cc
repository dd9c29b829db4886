#include "interpreter/elements/lines.h"

namespace backedge {

Lines lines_along(const Shape& shape, int64_t axis) {
  Lines lines{1, shape[axis], 1};
  for (int64_t i = 0; i < axis; ++i) lines.outer *= shape[i];
  for (int64_t i = axis + 1; i < shape.rank(); ++i) lines.inner *= shape[i];
  return lines;
}

}  // namespace backedge
