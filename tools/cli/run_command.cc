#include "tools/cli/run_command.h"

#include <memory>

#include "interpreter/base/within_memory.h"
#include "tools/cli/command_line.h"
#include "tools/cli/model_arguments.h"
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
  OutputFormat format = OutputFormat::kNpy;
  std::string trace;  // a file; if empty, there is no trace
  RunLimits limits;
};

Result<std::vector<Value>> run_watched(const LoadedModel& model, std::span<const Value> inputs,
                                       const RunArguments& arguments) {
  RunOptions options{.limits = arguments.limits, .trace = {}, .progress = {}};
  std::optional<TraceWriter> trace;
  if (!arguments.trace.empty()) {
    trace.emplace(TRY(TraceWriter::open(arguments.trace)));
    options.trace = [&trace](const TraceEvent& event) { trace->write(event); };
  }
  ProgressLine progress;
  if (progress.wanted()) options.progress = [&progress](int64_t iterations) { progress.show(iterations); };
  Result<std::vector<Value>> outputs = run_values(model, inputs, options);
  progress.erase();
  Result<void> traced =
      trace ? trace->close() : Result<void>();  // also after a failed run, because it shows where
  if (outputs.ok() && !traced.ok()) return traced.take_error();
  return outputs;
}

Result<void> prepare_outputs(const LoadedModel& model, const RunArguments& arguments) {
  if (arguments.output_dir.empty()) return {};
  const std::vector<ModelOutput> outputs = model.outputs();
  for (const ModelOutput& output : outputs) TRY(check_writable(output, arguments.format));
  TRY(make_folder(arguments.output_dir));
  if (arguments.trace.empty()) return {};
  for (const std::string& name : output_file_names(outputs, arguments.format)) {
    const std::string file = arguments.output_dir + "/" + name;
    if (is_same_file(file, arguments.trace))
      return Error("FILE-1", "both the trace and an output have this name").at(file, 0);  // [FILE-1]
  }
  return {};
}

Result<void> run_command(const RunArguments& arguments) {
  LoadOptions options = with_inputs(with_limits(arguments.load, arguments.limits), arguments.inputs);
  options.variable_outputs = true;  // for the next inference  (VAR-4)
  const LoadedModel model = TRY(load(arguments.model, options));
  const std::vector<ModelInput> parameters = model.inputs();
  const auto run_model = [&]() -> Result<std::vector<Value>> {
    const std::vector<Value> inputs =
        TRY(read_inputs(parameters, arguments.inputs, arguments.seed, arguments.limits.max_bytes));
    TRY(prepare_outputs(model, arguments));  // before a long run, so that an error is reported early
    return run_watched(model, inputs, arguments);
  };
  Result<std::vector<Value>> outputs = run_model();
  if (!outputs.ok() && outputs.error().phase() == Phase::kInput) {
    return with_parameters(outputs.take_error().at(arguments.model, 0), parameters, model.defaults());
  }
  const std::vector<Value> values = TRY(std::move(outputs));
  if (arguments.output_dir.empty()) return print_outputs(model.outputs(), values);
  return write_outputs(arguments.output_dir, model.outputs(), values, arguments.format);
}

}  // namespace

void add_run(CommandLine& program) {
  const auto run = std::make_shared<RunArguments>();
  Command& command = program.add_command("run", "Run a model once.");
  add_model(command, *run);
  add_inputs(command, run->inputs);
  add_fill(command, run->seed);
  const Option output_dir =
      command
          .add_option("--output-dir", run->output_dir,
                      "write a file for each Result, and outputs.json [print the values]")
          .value_name("DIR");
  const auto read_format = [run](const std::string& format) {
    run->format = format == "pb" ? OutputFormat::kPb : OutputFormat::kNpy;
    return Complaint();
  };
  command
      .add_reader("--output-format", read_format,
                  "npy, or pb for output_0.pb, ... as in a test of ONNX [npy]")
      .one_of({"npy", "pb"})
      .value_name("FORMAT")
      .needs(output_dir);
  command
      .add_option(
          "--trace", run->trace,
          "write a JSON line for each loop, iteration, Parameter and Result; a tensor with more than 64 "
          "elements is a hash of its little-endian bytes (FNV-1a, 64 bits)")
      .value_name("FILE.jsonl");
  add_limits(command, run->limits);
  command.runs(
      [run] { return exit_code(within_memory([&] { return run_command(*run); }), run->json_errors); });
}

}  // namespace backedge
