#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "interpreter/exec/run_options.h"
#include "interpreter/interpreter.h"
#include "tools/cli/corpus_arguments.h"
#include "tools/cli/failure_arguments.h"
#include "tools/cli/generate_arguments.h"

namespace backedge {

/// `--input NAME=FILE` or `--input INDEX=FILE`.
struct InputFile {
  std::string parameter;  // a name or a position in layer order
  std::string file;
};

struct RunArguments {
  std::string model;
  LoadOptions load;
  std::vector<InputFile> inputs;
  std::optional<uint64_t> seed;  // of --fill random:SEED
  std::string output_dir;        // empty: values on the standard output
  std::string trace;             // empty: none
  RunLimits limits;
  bool json_errors = false;
};

struct ExplainArguments {
  std::string model;
  LoadOptions load;
  bool dot = false;
  bool json_errors = false;
};

/// Nothing is left to do but to end with this code: 0 after --help, 2 after a wrong usage, which has been
/// reported.
struct Exit {
  int code;
};

using AnyArguments =
    std::variant<RunArguments, ExplainArguments, ListArguments, CheckArguments, ExportArguments,
                 GoldenArguments, VerifyArguments, ServeArguments, ShrinkArguments, ExplainFailureArguments,
                 GenerateArguments, FuzzArguments, Exit>;

/// Reads the command line.
AnyArguments parse_arguments(int count, const char* const* words);

}  // namespace backedge
