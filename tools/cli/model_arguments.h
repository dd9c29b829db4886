#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interpreter/interpreter.h"
#include "tools/cli/model_inputs.h"

namespace backedge {

class Command;

/// How a command loads models, and reports their errors.
struct LoadArguments {
  LoadOptions load;
  bool json_errors = false;
};

/// The model that the command line names.
struct ModelArguments : LoadArguments {
  std::string model;
};

inline constexpr const char* kModelHelp =
    "the .xml of OpenVINO IR, the .onnx or .onnxtxt of ONNX, or the .json of a TensorRT network";

void add_model(Command& command, ModelArguments& arguments);
void add_load(Command& command, LoadArguments& arguments);
/// --input
void add_inputs(Command& command, std::vector<InputFile>& inputs);
/// --fill
void add_fill(Command& command, std::optional<uint64_t>& seed);
/// --max-iterations, --max-bytes and --max-seconds
void add_limits(Command& command, RunLimits& limits);
/// The options of a load that has the limits of a run.
LoadOptions with_limits(LoadOptions options, const RunLimits& limits);
/// The options of a load for a run with these inputs, some of which may replace defaults.
LoadOptions with_inputs(LoadOptions options, const std::vector<InputFile>& inputs);
/// --error-format
void add_error_format(Command& command, bool& json_errors);

}  // namespace backedge
