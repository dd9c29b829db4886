#include "tools/cli/serve_command.h"

#include <iostream>

#include "conformance/protocol/serve.h"
#include "conformance/verify/interpreter_backend.h"
#include "interpreter/version.h"
#include "tools/cli/command_line.h"

namespace backedge {

void add_serve(CommandLine& program) {
  Command& command = program.add_command("serve",
                                         "Serve the interpreter as a backend: answer the requests of "
                                         "docs/backend_protocol.md on standard input.");
  command.runs([] {
    InterpreterBackend interpreter(case_options());
    const Hello hello{.name = "backedge",
                      .version = std::string(kVersion),
                      .formats = {std::string(kOpenvinoIr.name), std::string(kTensorrtNetwork.name),
                                  std::string(kOnnx.name)}};
    return serve(interpreter, hello, std::cin, std::cout) ? 0 : 1;
  });
}

}  // namespace backedge
