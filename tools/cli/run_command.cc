#include "tools/cli/run_command.h"

#include "tools/cli/model_inputs.h"
#include "tools/cli/output_files.h"
#include "tools/cli/print_outputs.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/trace_writer.h"

namespace backedge {
namespace {

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
  Result<void> traced = trace ? trace->close() : Result<void>();  // of a run that failed, too: it shows where
  if (outputs.ok() && !traced.ok()) return traced.take_error();
  return outputs;
}

}  // namespace

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
      TRY(make_folder(arguments.output_dir));  // before a long run, not after it
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

}  // namespace backedge
