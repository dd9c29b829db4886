#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge explain-failure`: reports at which iteration and layer a backend deviates from the interpreter.
Command add_explain_failure(CLI::App& app);

}  // namespace backedge
