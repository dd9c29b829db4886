#pragma once

#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// Puts text on the standard output; control characters other than the end of a line, which names in a model
/// may hold, become `?`.
///
/// errors  FILE-1
Result<void> print(std::string text);

}  // namespace backedge
