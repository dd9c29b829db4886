#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge generate`: generates models with goldens, as cases, and counts what they touch.
Command add_generate(CLI::App& app);

}  // namespace backedge
