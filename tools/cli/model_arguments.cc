#include "tools/cli/model_arguments.h"

#include "tools/cli/command_line.h"

namespace backedge {
namespace {

constexpr int64_t kMostDepth = 256;  // so that the stack of a program is enough

}  // namespace

void add_model(Command& command, ModelArguments& arguments) {
  command.add_option("MODEL", arguments.model, kModelHelp).required();
  add_load(command, arguments);
}

void add_load(Command& command, LoadArguments& arguments) {
  command.add_option("--weights", arguments.load.weights, "the weights [the .bin beside the model]")
      .value_name("FILE");
  command
      .add_number("--max-depth", arguments.load.max_depth,
                  "nesting of loops and Ifs, at most " + std::to_string(kMostDepth) + " [64]")
      .in_range(0, kMostDepth);  // [LIMIT-2]
  add_error_format(command, arguments.json_errors);
}

void add_inputs(Command& command, std::vector<InputFile>& inputs) {
  const auto read_input = [&inputs](const std::string& text) -> Complaint {
    const size_t equals = text.find('=');
    if (equals == text.npos) return "'" + text + "' is not NAME=FILE or INDEX=FILE";
    if (equals + 1 == text.size()) return "'" + text + "' names no file";
    inputs.push_back({text.substr(0, equals), text.substr(equals + 1)});
    return "";
  };
  command
      .add_list_reader(
          "--input", read_input,
          "the value for a Parameter, by its name or its position in layer order; one for each Parameter; "
          "for an input with a default or variable:ID by its name only; a .npy, or a .pb with a TensorProto, "
          "SequenceProto "
          "or OptionalProto of ONNX")
      .value_name("NAME=FILE");
}

void add_fill(Command& command, std::optional<uint64_t>& seed) {
  const auto read_fill = [&seed](const std::string& text) -> Complaint {
    if (!text.starts_with("random:")) return "'" + text + "' is not random:SEED";
    return read_number(text.substr(7), seed.emplace());
  };
  command.add_reader("--fill", read_fill, "random values for the Parameters without --input")
      .value_name("random:SEED");
}

void add_limits(Command& command, RunLimits& limits) {
  command.add_number("--max-iterations", limits.max_iterations,
                     "limit of the iterations of all loops together [10^9]");
  command.add_number("--max-bytes", limits.max_bytes,
                     "limit of the memory of live tensors (inputs too), and of the weights [2^33]");
  command.add_number("--max-seconds", limits.max_seconds,
                     "stop loading, and then the run, after this many seconds [no limit]");
}

LoadOptions with_limits(LoadOptions options, const RunLimits& limits) {
  options.max_bytes = limits.max_bytes;
  options.max_seconds = limits.max_seconds;
  return options;
}

LoadOptions with_inputs(LoadOptions options, const std::vector<InputFile>& inputs) {
  for (const InputFile& input : inputs)
    options.overridden.push_back(input.parameter);  // (ONNX-GRAPH-18, VAR-4)
  return options;
}

void add_error_format(Command& command, bool& json_errors) {
  const auto choose = [&json_errors](const std::string& format) {
    json_errors = format == "json";
    return Complaint();
  };
  command
      .add_reader(
          "--error-format", choose,
          "how to print errors: text, or json for one line {\"phase\",\"rule\",\"where\",\"message\"}")
      .one_of({"text", "json"})
      .value_name("FORMAT");
}

}  // namespace backedge
