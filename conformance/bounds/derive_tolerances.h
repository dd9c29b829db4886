#pragma once

#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge::bounds {

/// The tolerance of a golden, and the tolerance that it needs.
struct Tolerance {
  size_t inference = 0, output = 0;
  Comparison stated;   // by `ulp` or `bound`
  double derived = 0;  // the largest error of a permitted implementation, in the same unit

  /// Whether every permitted implementation passes, and the tolerance is at most 16 times the derived one.
  bool holds() const;
  /// "output 1: bound 2e-06, derived at most 1.34e-06".
  std::string text() const;
};

/// The tolerances of a run's goldens; none if all goldens are compared by bits.
///
/// errors  those of run_with_bounds; CASE-3 the run is ill-conditioned
Result<std::vector<Tolerance>> derive_tolerances(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge::bounds
