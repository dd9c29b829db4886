#pragma once

#include <string>
#include <string_view>

#include "conformance/judge/verdict.h"

namespace backedge {

/// The signature of a complaint: its text without the details that change in another run, or in another
/// model with the same fault. People and programs compare and read it: "Check 'rank == #' failed at
/// loop.cpp; node '...' of shape [#]".
///
/// Backtraces are removed (backtrace.h). Numbers, addresses and words with a digit become "#", and a list
/// of them becomes one "#". Quoted names become '...', but the code that a check or an assertion quotes
/// stays. A source file keeps its name without folder and line; any other path becomes "<path>". Rule ids,
/// signals and exit codes stay. If there are more than three lines, the first and the last two count,
/// because the innermost of several wrapped errors comes last. The first 1000 bytes of a line count.
///
/// The same text has the same signature everywhere. The time is linear in its length.
std::string normalize_complaint(std::string_view text);

/// The signature of a backend's own text in a verdict: why it rejects ("rejected (load): ..."), skips,
/// fails, crashes or breaks the protocol. It is "" for a verdict on outputs. The reason of a skipped run
/// keeps words with digits, because they name features: "the backend has no op:If-8".
std::string complaint_of(const Verdict& verdict);

}  // namespace backedge
