#pragma once

#include "interpreter/base/deadline.h"
#include "interpreter/elements/lines.h"
#include "interpreter/loop/loop_spec.h"
#include "interpreter/tensor/pool.h"

namespace backedge {

/// What is the same for all parts of a tensor: where elements lie, and the shape of a part.
struct PartLayout {
  Lines whole, part;
  Shape shape;
  Tensor view = {};  // the last part, if it was a view: the next one takes its place if nothing holds it
};

/// width       of each part
/// drops_axis  whether parts do not have the axis, on which they are one position wide
PartLayout layout_parts(const Shape& whole, int64_t axis, int64_t width, bool drops_axis = false);

/// The part that begins at a position of the axis.
///
/// layout   of the tensor's parts; the part lies on the axis
/// returns  a view if those elements are contiguous, otherwise a copy
/// errors   LIMIT-1
Result<Tensor> take_part(const Tensor& tensor, PartLayout& layout, int64_t begin, Pool& pool);

/// A part as it lies in the output of a scan, and the axis along which the parts are joined.
template <class AnyShape>
struct PlacedPart {
  AnyShape shape;
  int64_t axis;
};

/// Places a part of known rank: a scalar becomes [1], and a new axis has width 1.
///
/// errors  SLICE-1 axis; LIMIT-3 a new axis beyond the largest rank
template <class AnyShape>
Result<PlacedPart<AnyShape>> place_part(const Scan& scan, const AnyShape& value) {
  if (scan.adds_axis) {
    TRY(check_rank(value.rank() + 1, "a scan output"));
    const int64_t axis = TRY(axis_of(scan.slicing, value.rank() + 1));
    return PlacedPart<AnyShape>{with_axis(value, axis, AnyShape(Shape{1})[0]), axis};  // [OUT-7]
  }
  AnyShape shape = value.rank() == 0 ? Shape{1} : value;  // [OUT-6]
  const int64_t axis = TRY(axis_of(scan.slicing, shape.rank()));
  return PlacedPart<AnyShape>{std::move(shape), axis};
}

/// The values of one Result in the iterations so far, until they are joined.
struct KeptParts {
  struct Widths {
    int64_t width, count;  // `count` consecutive parts of this width
  };

  std::optional<int64_t> length;  // of the output along the axis, if it is given

  Tensor elements;  // rank 1: the parts one after the other, and free room after them
  int64_t used = 0;
  Shape part;  // the shape of the first part in the output
  Shape last;  // of the last value, whose part is widths.back() wide
  ElementType type = ElementType::kF32;
  std::vector<Widths> widths;
  int64_t total_width = 0;
};

/// Keeps one more part.
///
/// expected  the number of parts there will be, 0 if it is not known
/// errors    SLICE-1 axis; OUT-4 other dimensions, or a width other than part_size; OUT-9 beyond the given
///           length; LIMIT-1, LIMIT-3, LIMIT-4
Result<void> append_part(const Tensor& value, const Scan& scan, int64_t expected, KeptParts& parts,
                         Pool& pool);

/// Whether a part may be this wide.
///
/// errors  OUT-4 a width other than part_size
Result<void> check_part_width(const Slicing& slicing, Dimension width);

/// Concat(S[0], ..., S[N-1]) along the axis, or from the last part to the first if stride < 0, with zeros
/// up to the given length.
///
/// deadline  when the time is over, the rest of the elements is not written
/// errors    OUT-3 start and end that do not cover it; LIMIT-1, LIMIT-4
/// source    TensorIterator-1 "Calculation of results"
Result<Tensor> join_parts(KeptParts& parts, const Scan& scan, Pool& pool, Deadline& deadline);

/// Whether start and end of an output cover a joined axis of `length` positions in the direction of stride.
///
/// errors  OUT-3
Result<void> check_output_borders(int64_t length, const Slicing& slicing);

}  // namespace backedge
