#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge export`: writes a folder for each run, without columns and names, for other runners.
Command add_export(CLI::App& app);

}  // namespace backedge
