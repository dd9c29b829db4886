#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"

namespace backedge {

inline constexpr size_t kMostPositions = 200;

/// The difference between an output and its golden.
struct Difference {
  enum class Kind { kElementType, kShape, kValue };
  Kind kind = Kind::kValue;
  int64_t first = 0;  // row-major position of the first different element; like `count`, only for kValue
  int64_t count = 0;  // the number of different elements
  std::string text;   // lines for people, not indented, without a final line end
  std::vector<int64_t> positions;  // of the first different elements, at most kMostPositions
};

/// Compares `actual` with `expected`: the element type, then the shape, then the values.
///
/// With `ulp` and `bound`, infinities only equal themselves, and 0 equals -0.
///
/// Elements of narrow types are compared as values of the wide type, also by `ulp` and `nan bits`. No output
/// of a case has such a type, because neither a golden nor an answer of a backend can be one.
///
/// returns  nothing if they are equal
std::optional<Difference> compare(const ExpectedTensor& expected, const Tensor& actual);

/// "[1,0,2]": the indices of a row-major position.
std::string index_text(const Shape& shape, int64_t position);

}  // namespace backedge
