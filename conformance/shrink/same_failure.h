#pragma once

#include "conformance/judge/verdict.h"
#include "interpreter/base/result.h"

namespace backedge::shrink {

/// Whether two runs fail in the same way: with the same outcome and, if the backend complains, with the
/// same complaint (complaint.h).
bool same_failure(const Verdict& a, const Verdict& b);

/// The failure of a run of an OpenVINO model in a process that has loaded nothing else.
///
/// errors  BACKEND-2 the run passes or is skipped, or its model has another format
Result<Verdict> verify_failing(Backend& backend, const TestCase& test_case, const CaseRun& run);

}  // namespace backedge::shrink
