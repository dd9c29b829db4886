#include "tools/cli/serve_command.h"

#include <iostream>

#include "conformance/protocol/serve.h"
#include "conformance/verify/interpreter_backend.h"
#include "tools/cli/command_line.h"

namespace backedge {

void add_serve(CommandLine& program) {
  Command& command = program.add_command(
      "serve", "Answer docs/backend_protocol.md on the standard input, with the interpreter.");
  command.runs([] {
    InterpreterBackend interpreter(case_options());
    const Hello hello{.name = "backedge",
                      .version = std::string(kVersion),
                      .formats = {std::string(kOpenvinoIr.name), std::string(kTensorrtNetwork.name)}};
    return serve(interpreter, hello, std::cin, std::cout) ? 0 : 1;
  });
}

}  // namespace backedge
