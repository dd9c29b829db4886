#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "interpreter/base/safe_text.h"
#include "interpreter/base/within_memory.h"
#include "tools/cli/check_command.h"
#include "tools/cli/explain_command.h"
#include "tools/cli/explain_failure_command.h"
#include "tools/cli/export_command.h"
#include "tools/cli/fuzz_command.h"
#include "tools/cli/generate_command.h"
#include "tools/cli/golden_command.h"
#include "tools/cli/list_command.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"
#include "tools/cli/run_command.h"
#include "tools/cli/serve_command.h"
#include "tools/cli/shrink_command.h"
#include "tools/cli/verify_command.h"

namespace backedge {
namespace {

constexpr int kWrongUsage = 2;

int run_program(int count, const char* const* words) {
  CLI::App app(
      "Run and explain inference graphs with loops, and the cases that verify implementations of them.\n"
      "Exit codes: 0 done; 1 the model or an input was rejected, a limit was reached, a file could not be "
      "written,\n"
      "or a case failed; 2 wrong usage.",
      "backedge");
  app.require_subcommand(1);
  std::vector<Command> commands;
  for (Command (*add)(CLI::App&) :
       {add_run, add_explain, add_list, add_check, add_export, add_golden, add_verify, add_shrink,
        add_explain_failure, add_generate, add_fuzz, add_serve})
    commands.push_back(add(app));
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help, complaint;
    const bool asked_for = app.exit(error, help, complaint) == 0;
    std::fputs(safe_text(complaint.str()).c_str(), stderr);
    const int printed = exit_code(print(help.str()));
    return asked_for ? printed : kWrongUsage;
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return kWrongUsage;
}

}  // namespace
}  // namespace backedge

int main(int count, char** words) {
  // `bazel run` starts the program in a folder of its own. File names are relative to the user's folder.
  const char* users_folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (users_folder != nullptr && chdir(users_folder) != 0) {
    std::perror(users_folder);
    return 1;
  }
  return backedge::exit_code(backedge::within_memory(
      [&]() -> backedge::Result<int> { return backedge::run_program(count, words); }));
}
