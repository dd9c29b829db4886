#pragma once

#include "conformance/judge/verdict.h"
#include "interpreter/base/result.h"

namespace backedge::shrink {

/// Whether two runs fail in the same way: with the same outcome and, if the backend complains, with the
/// same complaint (complaint.h).
bool same_failure(const Verdict& a, const Verdict& b);

/// Whether a backend with this verdict has given outputs.
inline bool gives_outputs(Outcome outcome) {
  return outcome == Outcome::kWrongValue || outcome == Outcome::kWrongShape ||
         outcome == Outcome::kWrongType || outcome == Outcome::kUnstable || outcome == Outcome::kStale;
}

/// Checks that the model of a run is in OpenVINO IR or ONNX, which can be taken apart.
///
/// errors  BACKEND-2
Result<void> check_format(const TestCase& test_case, const CaseRun& run);

/// The failure of a run in a process that has loaded nothing else.
///
/// errors  BACKEND-2 the run passes or is skipped
Result<Verdict> verify_failing(Backend& backend, const TestCase& test_case, const CaseRun& run);

}  // namespace backedge::shrink
