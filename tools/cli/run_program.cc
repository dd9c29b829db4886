#include "tools/cli/run_program.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "interpreter/base/within_memory.h"
#include "tools/cli/command_line.h"
#include "tools/cli/report_error.h"

namespace backedge {

int run_program(std::initializer_list<void (*)(CommandLine&)> commands, int count, char** words) {
  // `bazel run` starts the program in a folder of its own. File names are relative to the user's folder.
  const char* users_folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (users_folder != nullptr && chdir(users_folder) != 0) {
    std::perror(users_folder);
    return 1;
  }
  return exit_code(within_memory([&]() -> Result<int> {
    CommandLine program(
        "backedge",
        "Run and explain inference graphs with loops, and the cases that verify implementations of them.\n"
        "Exit codes: 0 done; 1 the model or an input was rejected, a limit was reached, a file could not be "
        "written,\n"
        "or a case or test failed; 2 wrong usage.");
    for (const auto add : commands) add(program);
    return program.run(count, words);
  }));
}

}  // namespace backedge
