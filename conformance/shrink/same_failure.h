#pragma once

#include "conformance/judge/verdict.h"
#include "interpreter/base/result.h"

namespace backedge::shrink {

/// Whether two runs fail in the same way: the same outcome and, where the backend complains, the same complaint
/// (complaint.h).
bool same_failure(const Verdict& a, const Verdict& b);

/// How a run fails in a process that has loaded nothing else.
///
/// errors  BACKEND-2 it passes, or is skipped
Result<Verdict> verify_failing(Backend& backend, const TestCase& test_case, const CaseRun& run);

}  // namespace backedge::shrink
