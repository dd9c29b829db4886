#pragma once

#include "tools/failure_arguments.h"

namespace CLI {
class App;
}

namespace backedge {

/// Declares a command of the program; parsing fills in its arguments.
CLI::App* add_shrink(CLI::App& app, ShrinkArguments& shrink);

}  // namespace backedge
