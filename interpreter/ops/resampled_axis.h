#pragma once

#include "interpreter/ops/operation.h"
#include "interpreter/ops/ratio.h"

/// Which elements along an axis of data an element of an interpolated output depends on, and how much.
namespace backedge::ops {

/// An axis that is interpolated has at most this many elements, before and after. So ratios are exact.
inline constexpr int64_t kMostInterpolated = int64_t{1} << 36;

/// An axis of data and of the output, both with elements.
struct ResampledAxis {
  int64_t data, output;
  Ratio scale;             // how many elements of the output there are for one of data
  bool antialias = false;  // whether weights reach as far as the next elements of the output
};

/// For each position of the output, elements of data and their weights, none of them 0.
struct Taps {
  int64_t most = 0;  // for each position of the output
  Tensor counts;     // i64 [output]
  Tensor elements;   // i64 [output, most]
  Tensor weights;    // f64 [output, most]

  int64_t count(int64_t i) const { return counts.data<int64_t>()[i]; }
  const int64_t* elements_of(int64_t i) const { return elements.data<int64_t>() + i * most; }
  const double* weights_of(int64_t i) const { return weights.data<double>() + i * most; }
};

/// The taps of an axis; not all of them if the time is over.
///
/// errors  LIMIT-1
Result<Taps> taps_of(const Interpolate& options, const ResampledAxis& axis, Pool& pool, Deadline& deadline);

}  // namespace backedge::ops
