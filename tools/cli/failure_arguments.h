#pragma once

#include <cstdint>
#include <string>

#include "tools/cli/backend_arguments.h"

namespace backedge {

/// A run that fails, and on what.
struct FailureArguments {
  std::string corpus = "testdata";
  std::string run;     // CASE/RUN, the folder of a case, or a model's .xml
  std::string inputs;  // with a model: the folder of its inputs
  BackendArguments backend;
};

struct ShrinkArguments {
  FailureArguments failure;
  std::string out;  // a folder that is not there yet, or empty
  int64_t max_runs = 3000;
  double max_seconds = 600;
};

struct ExplainFailureArguments {
  FailureArguments failure;
  bool json = false;
};

}  // namespace backedge
