#include "tools/cli/run_command.h"

#include <memory>

#include "interpreter/base/within_memory.h"
#include "tools/cli/command_line.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/model_inputs.h"
#include "tools/cli/output_files.h"
#include "tools/cli/print_outputs.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/report_error.h"
#include "tools/cli/trace_writer.h"

namespace backedge {
namespace {

struct RunArguments : ModelArguments {
  std::vector<InputFile> inputs;
  std::optional<uint64_t> seed;  // of --fill random:SEED
  std::string output_dir;        // if empty, the values are printed
  std::string trace;             // a file; if empty, there is no trace
  RunLimits limits;
};

Result<std::vector<Tensor>> run_watched(const LoadedModel& model, std::span<const Tensor> inputs,
                                        const RunArguments& arguments) {
  RunOptions options{.limits = arguments.limits, .trace = {}, .progress = {}};
  std::optional<TraceWriter> trace;
  if (!arguments.trace.empty()) {
    trace.emplace(TRY(TraceWriter::open(arguments.trace)));
    options.trace = [&trace](const TraceEvent& event) { trace->write(event); };
  }
  ProgressLine progress;
  if (progress.wanted()) options.progress = [&progress](int64_t iterations) { progress.show(iterations); };
  Result<std::vector<Tensor>> outputs = run(model, inputs, options);
  progress.erase();
  Result<void> traced =
      trace ? trace->close() : Result<void>();  // also after a failed run, because it shows where
  if (outputs.ok() && !traced.ok()) return traced.take_error();
  return outputs;
}

Result<void> run_command(const RunArguments& arguments) {
  LoadOptions load_options = arguments.load;
  load_options.max_bytes = arguments.limits.max_bytes;
  load_options.max_seconds = arguments.limits.max_seconds;
  const LoadedModel model = TRY(load(arguments.model, load_options));
  const std::vector<ModelInput> parameters = model.inputs();
  const auto run_model = [&]() -> Result<std::vector<Tensor>> {
    const std::vector<Tensor> inputs =
        TRY(read_inputs(parameters, arguments.inputs, arguments.seed, arguments.limits.max_bytes));
    if (!arguments.output_dir.empty())
      TRY(make_folder(arguments.output_dir));  // before a long run, so that an error is reported early
    return run_watched(model, inputs, arguments);
  };
  Result<std::vector<Tensor>> outputs = run_model();
  if (!outputs.ok() && outputs.error().phase() == Phase::kInput) {
    return with_parameters(outputs.take_error().at(arguments.model, 0), parameters);
  }
  const std::vector<Tensor> values = TRY(std::move(outputs));
  if (arguments.output_dir.empty()) return print_outputs(model.outputs(), values);
  return write_outputs(arguments.output_dir, model.outputs(), values);
}

}  // namespace

void add_run(CommandLine& program) {
  const auto run = std::make_shared<RunArguments>();
  Command& command = program.add_command("run", "Run a model once.");
  add_model(command, *run);
  const auto read_input = [run](const std::string& text) -> Complaint {
    const size_t equals = text.find('=');
    if (equals == text.npos) return "'" + text + "' is not NAME=FILE or INDEX=FILE";
    run->inputs.push_back({text.substr(0, equals), text.substr(equals + 1)});
    return "";
  };
  command
      .add_list_reader(
          "--input", read_input,
          "the tensor for a Parameter, by its name or its position in layer order; one for each Parameter")
      .value_name("NAME=FILE.npy");
  const auto read_fill = [run](const std::string& text) -> Complaint {
    if (!text.starts_with("random:")) return "'" + text + "' is not random:SEED";
    return read_number(text.substr(7), run->seed.emplace());
  };
  command.add_reader("--fill", read_fill, "random values for the Parameters without --input")
      .value_name("random:SEED");
  command
      .add_option("--output-dir", run->output_dir,
                  "write a .npy for each Result, and outputs.json [print the values]")
      .value_name("DIR");
  command
      .add_option(
          "--trace", run->trace,
          "write a JSON line for each loop, iteration, Parameter and Result; a tensor with more than 64 "
          "elements is a hash of its little-endian bytes (FNV-1a, 64 bits)")
      .value_name("FILE.jsonl");
  command.add_number("--max-iterations", run->limits.max_iterations,
                     "limit of the iterations of all loops together [10^9]");
  command.add_number("--max-bytes", run->limits.max_bytes,
                     "limit of the memory of live tensors (inputs too), and of the weights [2^33]");
  command.add_number("--max-seconds", run->limits.max_seconds,
                     "limit of wall time, for loading and for the run each [no limit]");
  command.runs(
      [run] { return exit_code(within_memory([&] { return run_command(*run); }), run->json_errors); });
}

}  // namespace backedge
