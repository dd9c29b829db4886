#pragma once

#include "interpreter/base/result.h"
#include "tools/generate_arguments.h"

namespace backedge {

/// `backedge generate`: random models with goldens, as cases, and what they touch. Returns whether the
/// interpreter gave for each of them what it must.
///
/// errors  FILE-1
Result<bool> generate_command(const GenerateArguments& arguments);

}  // namespace backedge
