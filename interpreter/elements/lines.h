#pragma once

#include "interpreter/base/deadline.h"
#include "interpreter/tensor/shape.h"

namespace backedge {

/// The number of elements of the axes from `axis` on.
int64_t count_from(const Shape& shape, int64_t axis);

/// The lines of a shape along one axis: element j of line (i, k) is at position (i * along + j) * inner + k.
/// So neighbours on a line are `inner` elements apart.
struct Lines {
  int64_t outer, along, inner;

  int64_t operator()(int64_t i, int64_t j, int64_t k) const { return (i * along + j) * inner + k; }
  /// The same lines with another number of elements.
  Lines of_length(int64_t length) const { return {outer, length, inner}; }

  /// Calls line(i, k) for each line, until the time is over.
  template <class Line>
  void for_each(Deadline& deadline, Line&& line) const {
    for (int64_t i = 0; i < outer; ++i) {
      for (int64_t k = 0; k < inner && !deadline.over(); ++k) line(i, k);
    }
  }
};
Lines lines_along(const Shape& shape, int64_t axis);

}  // namespace backedge
