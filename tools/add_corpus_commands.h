#pragma once

#include "tools/corpus_arguments.h"

namespace CLI {
class App;
}

namespace backedge {

/// Declares a command of the program; parsing fills in its arguments.
CLI::App* add_list(CLI::App& app, ListArguments& list);
CLI::App* add_check(CLI::App& app, CheckArguments& check);
CLI::App* add_export(CLI::App& app, ExportArguments& exported);
CLI::App* add_golden(CLI::App& app, GoldenArguments& golden);
CLI::App* add_verify(CLI::App& app, VerifyArguments& verify);
CLI::App* add_serve(CLI::App& app);

}  // namespace backedge
