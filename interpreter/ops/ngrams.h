#pragma once

#include <vector>

#include "interpreter/ops/operation.h"

namespace backedge::ops {

/// The n-grams of a pool, counted in rows of numbers.
struct CountNgrams {
  std::vector<std::vector<int64_t>> pool;  // an empty one is never found
  std::vector<int64_t> columns;            // of the output, one for each of the pool; 0 or more
  std::vector<double> weights;             // one for each of the pool; none: all are 1
  int64_t most_skipped = 0;                // numbers between two of an n-gram; the same between all of them
  bool once = false;                       // whether more than one counts as one

  bool operator==(const CountNgrams&) const = default;
};

/// How often each n-gram is in a row, times its weight (OP-49).
///
/// inputs   numbers [C] or [N, C], i32 or i64
/// returns  f32 [K] or [N, K], where K - 1 is the greatest column
/// errors   OP-4, OP-5
/// source   ONNX's TfIdfVectorizer
Operation make_count_ngrams(const CountNgrams& options);

}  // namespace backedge::ops
