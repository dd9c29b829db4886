#pragma once

#include "interpreter/base/deadline.h"
#include "interpreter/loop/partition.h"
#include "interpreter/tensor/pool.h"

namespace backedge {

/// The positions [begin, begin + width) of an axis.
///
/// axis     0 <= axis < rank; begin and width lie on it
/// returns  a view where those elements lie together, else a copy
/// errors   LIMIT-1
Result<Tensor> take_part(const Tensor& tensor, int64_t axis, int64_t begin, int64_t width, Pool& pool);

/// The values of one Result in the iterations so far, until they are joined.
struct JoinedParts {
  struct Widths {
    int64_t width, count;  // so many parts of that width, one after the other
  };

  Tensor elements;  // rank 1: the parts one after the other, room to spare
  int64_t used = 0;
  Shape part;  // of the first part; a scalar counts as [1]
  ElementType type = ElementType::kF32;
  std::vector<Widths> widths;
  int64_t total_width = 0;
};

/// Keeps one more part.
///
/// expected  the number of parts there will be, 0 where it is not known
/// errors    SLICE-1 axis; OUT-4 other dimensions, or a width other than part_size; LIMIT-1
Result<void> append_part(const Tensor& value, const Slicing& slicing, int64_t expected, JoinedParts& parts,
                         Pool& pool);

/// Whether a part may be this wide.
///
/// errors  OUT-4 a width other than part_size
Result<void> check_part_width(const Slicing& slicing, Dimension width);

/// Concat(S[0], ..., S[N-1]) along slicing.axis, from the last to the first where stride < 0.
///
/// deadline  when the time is over, the rest of the elements is left out
/// errors    OUT-3 start and end that do not cover it; LIMIT-1
/// source    TensorIterator-1 "Calculation of results"
Result<Tensor> join_parts(JoinedParts& parts, const Slicing& slicing, Pool& pool, Deadline& deadline);

/// Whether start and end of an output cover a joined axis of `length` positions in the direction of stride.
///
/// errors  OUT-3
Result<void> check_output_borders(int64_t length, const Slicing& slicing);

}  // namespace backedge
