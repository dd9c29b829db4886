#pragma once

#include "interpreter/base/result.h"
#include "tools/cli/failure_arguments.h"

namespace backedge {

/// `backedge shrink`: writes the smallest case that still fails in the same way, and prints it.
///
/// errors  CASE-1, CASE-2; BACKEND-1, BACKEND-2; FILE-1; those of make_case, where a model is given
Result<int> shrink_command(const ShrinkArguments& arguments);

/// `backedge explain-failure`: says at which iteration and layer a backend leaves the interpreter.
///
/// errors  as above
Result<void> explain_failure_command(const ExplainFailureArguments& arguments);

}  // namespace backedge
