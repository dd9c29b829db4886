#pragma once

#include "interpreter/base/result.h"
#include "tools/cli/generate_arguments.h"

namespace backedge {

/// `backedge generate`: random models with goldens, as cases, and what they touch. Returns whether the
/// interpreter gave for each of them what it must.
///
/// errors  FILE-1
Result<bool> generate_command(const GenerateArguments& arguments);

/// `backedge fuzz-backend`: random models on a backend; keeps one of each kind of failure.
///
/// returns  the exit code: 0, 1, or 130 after SIGINT, SIGTERM or SIGHUP
/// errors   BACKEND-1; FILE-1
Result<int> fuzz_command(const FuzzArguments& arguments);

}  // namespace backedge
