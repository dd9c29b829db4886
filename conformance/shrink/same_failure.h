#pragma once

#include <string>

#include "conformance/verdict.h"
#include "interpreter/base/result.h"

namespace backedge {

/// What a complaint of a backend says, without what another model of the same fault would change: places, names,
/// numbers, shapes. Empty for outcomes that are no complaint.
std::string complaint_of(const Verdict& verdict);

/// Whether two runs fail in the same way: the same outcome and, where the backend complains, the same complaint.
bool same_failure(const Verdict& a, const Verdict& b);

/// How a run fails.
///
/// errors  BACKEND-2 it passes, or is skipped
Result<Verdict> verify_failing(Backend& backend, const Case& the_case, const CaseRun& run);

}  // namespace backedge
