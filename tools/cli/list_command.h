#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge list`: prints a line for each case, or with --summary what the corpus covers.
Command add_list(CLI::App& app);

}  // namespace backedge
