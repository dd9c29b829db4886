#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge shrink`: writes the smallest case that still fails in the same way, and prints it.
Command add_shrink(CLI::App& app);

}  // namespace backedge
