#include "tools/cli/backend_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <locale>
#include <sstream>

namespace backedge {

void add_backend(CLI::App& command, BackendArguments& backend) {
  command.add_option("--backend", backend.command, "the command that starts it")
      ->type_name("COMMAND")
      ->required();
  command.add_option("--timeout", backend.timeout, "seconds for an answer [10]")
      ->check(CLI::Range(0.01, 1e6));
  command
      .add_option("--max-memory", backend.max_memory,
                  "MiB of address space of a process, 0 for no limit [8192]")
      ->check(CLI::Range(0, 1 << 30));
}

std::string options_text(const BackendArguments& backend) {
  const BackendArguments defaults;
  std::ostringstream text;
  text.imbue(std::locale::classic());
  if (backend.timeout != defaults.timeout) text << "--timeout " << backend.timeout;
  if (backend.max_memory != defaults.max_memory)
    text << (text.tellp() > 0 ? " " : "") << "--max-memory " << backend.max_memory;
  return text.str();
}

ProcessBackendOptions options_of(const BackendArguments& backend) {
  ProcessBackendOptions options;
  options.process.command = backend.command;
  options.process.max_memory = backend.max_memory << 20;
  options.seconds = backend.timeout;
  options.hello_seconds = std::max(backend.timeout, options.hello_seconds);
  return options;
}

}  // namespace backedge
