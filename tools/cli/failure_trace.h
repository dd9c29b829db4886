#pragma once

#include "conformance/protocol/protocol.h"
#include "conformance/shrink/explain_failure.h"
#include "tools/cli/trace_files.h"

namespace backedge {

/// Writes the interpreter's trace of a failing inference and the values that the backend gave beside it.
///
/// run     what the page calls the run
/// found   with the values kept
/// errors  FILE-1
Result<void> write_failure_trace(const TraceFiles& files, const std::string& run, const Hello& backend,
                                 const shrink::FailureExplanation& found);

}  // namespace backedge
