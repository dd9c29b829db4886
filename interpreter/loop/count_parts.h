#pragma once

#include "interpreter/loop/loop_spec.h"
#include "interpreter/tensor/value.h"

namespace backedge {

/// The parts of a sliced input, and the shape of one part; nothing if the shape of the input does not
/// determine them.
struct SlicedShape {
  std::optional<Partition> parts;
  PartialShape part;
};

/// errors  SLICE-1, 2, 3, 6; TYPE-2
Result<SlicedShape> measure_parts(const Signature& input, const SlicedInput& sliced);

/// The number of parts that all sliced inputs have, as far as known; 1 if none is sliced.
///
/// errors  SLICE-7
Result<std::optional<int64_t>> count_parts(const LoopSpec& spec,
                                           std::span<const std::optional<Partition>> parts);

}  // namespace backedge
