#include "tools/cli/serve_command.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "conformance/protocol/serve.h"
#include "conformance/verify/interpreter_backend.h"

namespace backedge {

Command add_serve(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "serve", "Answer docs/backend_protocol.md on the standard input, with the interpreter.");
  return {command, [] {
            InterpreterBackend interpreter(case_options());
            const Hello hello{.name = "backedge", .version = std::string(kVersion)};
            return serve(interpreter, hello, std::cin, std::cout) ? 0 : 1;
          }};
}

}  // namespace backedge
