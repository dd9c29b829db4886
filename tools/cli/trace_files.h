#pragma once

#include <span>
#include <string>

#include "interpreter/base/error.h"
#include "interpreter/base/result.h"
#include "tools/trace/trace_log.h"

namespace backedge {

class Command;

/// The files that a trace is written to; a name may be empty.
struct TraceFiles {
  std::string html, json;

  bool empty() const { return html.empty() && json.empty(); }
};

/// --html and --json
void add_trace_files(Command& command, TraceFiles& files);

/// Writes the trace of the interpreter: as a page, beside other traces, and as JSON.
///
/// error   of the run; null if it ended well
/// others  traces as JSON
/// errors  FILE-1
Result<void> write_trace(const TraceFiles& files, const std::string& model, const TraceLog& log,
                         const Error* error, std::span<const std::string> others);

}  // namespace backedge
