#pragma once

#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// Reads the trace of another engine and checks that it has the documented format.
///
/// returns  the same trace on one line
/// errors   READ-1 not a readable file, or too large; FILE-2
Result<std::string> read_trace(const std::string& file);

}  // namespace backedge
