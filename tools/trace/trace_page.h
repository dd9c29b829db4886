#pragma once

#include <span>
#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// One HTML page that shows a trace, or two beside each other. It loads nothing from elsewhere.
///
/// traces  each as JSON: docs/trace.md
std::string trace_page(std::span<const std::string> traces);

/// Reads the trace of another engine and checks that it has the documented format.
///
/// returns  the same trace on one line
/// errors   READ-1 not a readable file, or too large; FILE-2
Result<std::string> read_trace(const std::string& file);

}  // namespace backedge
