#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge check`: runs cases on the interpreter and reports those that fail.
Command add_check(CLI::App& app);

}  // namespace backedge
