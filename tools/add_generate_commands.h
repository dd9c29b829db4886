#pragma once

#include "tools/generate_arguments.h"

namespace CLI {
class App;
}

namespace backedge {

/// Declares a command of the program; parsing fills in its arguments.
CLI::App* add_generate(CLI::App& app, GenerateArguments& generate);
CLI::App* add_fuzz(CLI::App& app, FuzzArguments& fuzz);

}  // namespace backedge
