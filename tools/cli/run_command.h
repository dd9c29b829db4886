#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge run`: runs one inference, from files to files or to the standard output.
Command add_run(CLI::App& app);

}  // namespace backedge
