#pragma once

#include "tools/cli/command.h"

namespace backedge {

/// `backedge serve`: answers the backend protocol with the interpreter.
Command add_serve(CLI::App& app);

}  // namespace backedge
