#pragma once

#include "interpreter/base/result.h"
#include "tools/cli/arguments.h"

namespace backedge {

/// `backedge explain`: the model in words, or drawn for Graphviz, on the standard output.
///
/// errors  phases read and load; FILE-1
Result<void> explain_command(const ExplainArguments& arguments);

}  // namespace backedge
