#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"

namespace backedge {

inline constexpr size_t kMostPositions = 200;

/// Why an output is not its golden.
struct Difference {
  enum class Kind { kElementType, kShape, kValue };
  Kind kind = Kind::kValue;
  int64_t first = 0;  // row-major position of the first element that differs; kValue alone, as is `count`
  int64_t count = 0;  // of elements that differ
  std::string text;   // for people: lines without indentation, the last without its end
  std::vector<int64_t> positions;  // of the elements that differ, kMostPositions at most
};

/// Whether `actual` is `expected`: element type, then shape, then values.
///
/// Under `ulp` and `bound` infinities equal themselves alone, and 0 equals -0.
/// returns  nothing where it is
std::optional<Difference> compare(const ExpectedTensor& expected, const Tensor& actual);

/// "[1,0,2]": the indices of a row-major position.
std::string index_text(const Shape& shape, int64_t position);

}  // namespace backedge
