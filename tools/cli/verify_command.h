#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge verify`: runs cases on a backend and reports what fails, by outcome and by rule.
Command add_verify(CLI::App& app);

}  // namespace backedge
