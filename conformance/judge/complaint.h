#pragma once

#include <string>
#include <string_view>

#include "conformance/judge/verdict.h"

namespace backedge {

/// The signature of a complaint: what it says, without what another run or another model of the same fault would change.
/// It is made to be compared and to be read: "Check 'rank == #' failed at loop.cpp; node '...' of shape [#]".
///
/// Backtraces are left out (backtrace.h). Numbers, addresses and words with a digit become "#", lists of them one "#"; quoted
/// names become '...', but what a check or an assertion quotes, which is code, stays; of a source file the name stays,
/// without folder and line; another path becomes "<path>". Rule ids, signals and exit codes stay. Of more than three lines
/// the first and the last two count: of errors wrapped in others, the innermost comes last.
///
/// The same text has the same signature everywhere; the time is linear in its length.
std::string normalize_complaint(std::string_view text);

/// The signature of what a backend says in a verdict: why it rejects ("rejected (load): ..."), skips, fails, crashes or
/// breaks the protocol. Empty for a verdict on outputs. The reason of a skipped run keeps its words with digits, which
/// name features: "the backend has no op:If-8".
std::string complaint_of(const Verdict& verdict);

}  // namespace backedge
