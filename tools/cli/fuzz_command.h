#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge fuzz-backend`: runs generated models on a backend and keeps one of each kind of failure.
Command add_fuzz(CLI::App& app);

}  // namespace backedge
