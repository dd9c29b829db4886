#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "conformance/protocol/serve.h"
#include "conformance/verify/interpreter_backend.h"
#include "conformance/verify/run_case.h"
#include "interpreter/base/within_memory.h"
#include "tools/cli/arguments.h"
#include "tools/cli/corpus_commands.h"
#include "tools/cli/explain_command.h"
#include "tools/cli/failure_commands.h"
#include "tools/cli/generate_commands.h"
#include "tools/cli/report_error.h"
#include "tools/cli/run_command.h"

namespace backedge {
namespace {

int report(Result<void> done, bool json) {
  if (done.ok()) return 0;
  report_error(done.error(), json);
  return 1;
}

// Of a command that found out whether cases are as they should be, and has said so.
int report(Result<bool> all_right) {
  if (all_right.ok()) return all_right.value() ? 0 : 1;
  report_error(all_right.error(), false);
  return 1;
}

int report(Result<int> code) {
  if (code.ok()) return code.value();
  report_error(code.error(), false);
  return 1;
}

struct Command {
  int operator()(const RunArguments& arguments) const {
    return report(within_memory([&] { return run_command(arguments); }), arguments.json_errors);
  }
  int operator()(const ExplainArguments& arguments) const {
    return report(within_memory([&] { return explain_command(arguments); }), arguments.json_errors);
  }
  int operator()(const ListArguments& arguments) const { return report(list_command(arguments), false); }
  int operator()(const CheckArguments& arguments) const { return report(check_command(arguments)); }
  int operator()(const ExportArguments& arguments) const { return report(export_command(arguments), false); }
  int operator()(const GoldenArguments& arguments) const { return report(golden_command(arguments)); }
  int operator()(const VerifyArguments& arguments) const { return report(verify_command(arguments)); }
  int operator()(const ShrinkArguments& arguments) const { return report(shrink_command(arguments)); }
  int operator()(const ExplainFailureArguments& arguments) const {
    return report(explain_failure_command(arguments), false);
  }
  int operator()(const ServeArguments&) const {
    InterpreterBackend interpreter(case_options());
    const Hello hello{.name = "backedge", .version = std::string(kVersion)};
    return serve(interpreter, hello, std::cin, std::cout) ? 0 : 1;
  }
  int operator()(const GenerateArguments& arguments) const { return report(generate_command(arguments)); }
  int operator()(const FuzzArguments& arguments) const { return report(fuzz_command(arguments)); }
  int operator()(Exit exit) const { return exit.code; }
};

}  // namespace
}  // namespace backedge

int main(int count, char** words) {
  // `bazel run` starts the program in a folder of its own; file names are meant from where the user stands.
  const char* users_folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (users_folder != nullptr && chdir(users_folder) != 0) {
    std::perror(users_folder);
    return 1;
  }
  return backedge::report(backedge::within_memory([&]() -> backedge::Result<int> {
    return std::visit(backedge::Command(), backedge::parse_arguments(count, words));
  }));
}
