#pragma once

#include "interpreter/base/result.h"
#include "tools/cli/arguments.h"

namespace backedge {

/// `backedge run`: one inference from files to files, or to the standard output.
///
/// errors  of every phase; FILE-1
Result<void> run_command(const RunArguments& arguments);

}  // namespace backedge
