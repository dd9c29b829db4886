#include "interpreter/ops/segments.h"

#include "interpreter/ops/copy_elements.h"

namespace backedge::ops {
namespace {

struct Boxes {
  Tensor& output;
  const Tensor& data;
  const PerAxis<Segments>& segments;
  Deadline& deadline;

  /// Copies the boxes of a combination of pieces of the axes before `axis`.
  void copy(int64_t axis, const Layout& to, const Layout& from) const {
    if (deadline.over()) return;
    if (axis == to.shape.rank()) return copy_elements(output, to, data, from, deadline);
    int64_t begin = 0;
    for (const Segment& segment : segments[axis]) {
      if (segment.count == 0) continue;
      copy(axis + 1, to.sliced(axis, begin, segment.count),
           from.sliced(axis, segment.first, segment.count, segment.step));
      begin += segment.count;
    }
  }
};

}  // namespace

void copy_segments(Tensor& output, const Tensor& data, const PerAxis<Segments>& segments,
                   Deadline& deadline) {
  if (output.count() == 0) return;
  const Boxes boxes{output, data, segments, deadline};
  boxes.copy(0, Layout::row_major(output.shape()), Layout::row_major(data.shape()));
}

}  // namespace backedge::ops
