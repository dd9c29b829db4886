#pragma once

#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge::bounds {

/// What a golden's tolerance is, and what it has to be.
struct Tolerance {
  size_t inference = 0, output = 0;
  Comparison stated;   // by `ulp` or `bound`
  double derived = 0;  // the largest error of a permitted implementation, in the same unit

  /// Whether no permitted implementation fails, and at most 16 times as much passes.
  bool holds() const;
  /// "output 1: bound 2e-06, derived at most 1.34e-06".
  std::string text() const;
};

/// The tolerances of a run's goldens; none where all are compared by bits.
///
/// errors  those of run_with_bounds; CASE-3 a run that is ill-conditioned
Result<std::vector<Tolerance>> derive_tolerances(const TestCase& test_case, const CaseRun& run);

}  // namespace backedge::bounds
