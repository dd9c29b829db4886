#pragma once

#include <string>

#include "interpreter/base/result.h"

namespace backedge {

/// Writes text to the standard output, as safe_text makes it.
///
/// errors  FILE-1
Result<void> print(std::string text);

}  // namespace backedge
