#pragma once

#include <string>

#include "tools/cli/backend_arguments.h"
#include "tools/cli/corpus_arguments.h"

namespace backedge {

/// A failing run, and the backend that fails it.
struct FailureArguments {
  std::string corpus = kDefaultCorpus;
  std::string run;     // CASE/RUN, the folder of a case, or the file of a model
  std::string inputs;  // of a model: the folder of its inputs
  BackendArguments backend;
};

void add_failure(CLI::App& command, FailureArguments& failure);

}  // namespace backedge
