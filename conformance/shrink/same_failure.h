#pragma once

#include <string>

#include "conformance/verdict.h"

namespace backedge {

/// What a complaint of a backend says, without what another model of the same fault would change: places, names,
/// numbers, shapes. Empty for outcomes that are no complaint.
std::string complaint_of(const Verdict& verdict);

/// Whether two runs fail in the same way: the same outcome and, where the backend complains, the same complaint.
bool same_failure(const Verdict& a, const Verdict& b);

}  // namespace backedge
