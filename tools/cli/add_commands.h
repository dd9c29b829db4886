#pragma once

#include "tools/cli/corpus_arguments.h"
#include "tools/cli/failure_arguments.h"
#include "tools/cli/generate_arguments.h"

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
CLI::App* add_shrink(CLI::App& app, ShrinkArguments& shrink);
CLI::App* add_explain_failure(CLI::App& app, ExplainFailureArguments& explain);
CLI::App* add_generate(CLI::App& app, GenerateArguments& generate);
CLI::App* add_fuzz(CLI::App& app, FuzzArguments& fuzz);

}  // namespace backedge
