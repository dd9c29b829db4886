#pragma once

#include <cstdint>
#include <string>

#include "conformance/verify/process_backend.h"

namespace CLI {
class App;
}

namespace backedge {

/// A backend as the command line names it.
struct BackendArguments {
  std::string command;
  double timeout = 10;        // seconds for an answer
  int64_t max_memory = 8192;  // MiB of address space; 0: no limit
};

void add_backend(CLI::App& command, BackendArguments& backend);

/// What differs from the defaults, as words of a command line: "--timeout 60 --max-memory 0".
std::string options_text(const BackendArguments& backend);

ProcessBackendOptions options_of(const BackendArguments& backend);

}  // namespace backedge
