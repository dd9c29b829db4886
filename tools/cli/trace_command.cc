#include "tools/cli/trace_command.h"

#include <filesystem>
#include <memory>

#include "interpreter/base/within_memory.h"
#include "tools/cli/command_line.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/report_error.h"
#include "tools/cli/trace_files.h"
#include "tools/trace/read_trace.h"
#include "tools/trace/trace_recorder.h"

namespace backedge {
namespace {

struct TraceArguments : ModelArguments {
  std::vector<InputFile> inputs;
  std::optional<uint64_t> seed;  // of --fill random:SEED
  TraceFiles files;
  std::string beside;  // the trace of another engine; may be empty
  TraceLimits kept;
  int64_t max_mebibytes = 32;
  RunLimits limits;
};

// FIRST:LAST
Complaint read_iterations(const std::string& text, TraceLimits& kept) {
  const size_t colon = text.find(':');
  uint64_t first = 0, last = 0;
  const bool is_range = colon != std::string::npos && read_number(text.substr(0, colon), first).empty() &&
                        read_number(text.substr(colon + 1), last).empty() && first <= last &&
                        last <= INT64_MAX;
  if (!is_range) return "'" + text + "' is not FIRST:LAST";
  kept.first_iteration = static_cast<int64_t>(first);
  kept.last_iteration = static_cast<int64_t>(last);
  return "";
}

Result<void> trace_command(const TraceArguments& arguments) {
  const LoadOptions load_options =
      with_inputs(with_limits(arguments.load, arguments.limits), arguments.inputs);
  const LoadedModel model = TRY(load(arguments.model, load_options));
  const std::vector<ModelInput> parameters = model.inputs();
  Result<std::vector<Value>> inputs =
      read_inputs(parameters, arguments.inputs, arguments.seed, arguments.limits.max_bytes);
  if (!inputs.ok())
    return with_parameters(inputs.take_error().at(arguments.model, 0), parameters, model.defaults());
  std::vector<std::string> others;
  if (!arguments.beside.empty()) others.push_back(TRY(read_trace(arguments.beside)));
  TraceLimits kept = arguments.kept;
  kept.max_bytes = arguments.max_mebibytes << 20;
  TraceRecorder recorder(model.graph(), kept);
  RunOptions options{.limits = arguments.limits, .trace = {}, .progress = {}};
  ProgressLine progress;
  if (progress.wanted()) options.progress = [&progress](int64_t iterations) { progress.show(iterations); };
  Result<std::vector<Value>> outputs = record_run(model, inputs.value(), options, recorder);
  progress.erase();
  // Also after an error, because the page shows where it happened.
  TRY(write_trace(arguments.files, std::filesystem::path(arguments.model).filename().string(), recorder.log,
                  outputs.ok() ? nullptr : &outputs.error(), others));
  if (!outputs.ok()) return outputs.take_error();
  return {};
}

}  // namespace

void add_trace(CommandLine& program) {
  const auto trace = std::make_shared<TraceArguments>();
  Command& command =
      program.add_command("trace",
                          "Run a model once, and write a page that shows its loops iteration by iteration.\n"
                          "A tensor of more than 16 elements is shown as a heat map of at most 256 cells, "
                          "with its shape, minimum "
                          "and maximum.\n"
                          "Beyond 3/4 of --max-size large tensors have no heat map; beyond --max-size, and "
                          "after 100000 iterations of "
                          "a loop, iterations are only counted.");
  add_model(command, *trace);
  add_inputs(command, trace->inputs);
  add_fill(command, trace->seed);
  add_trace_files(command, trace->files);
  command.check([trace] { return Complaint(trace->files.empty() ? "give --html, --json or both" : ""); });
  command
      .add_option("--beside", trace->beside,
                  "a trace of the same model by another engine, which the page shows beside this one")
      .value_name("FILE.json");
  command
      .add_reader(
          "--iterations", [trace](const std::string& text) { return read_iterations(text, trace->kept); },
          "the iterations of outermost loops that are kept [all]")
      .value_name("FIRST:LAST");
  command.add_option("--max-size", trace->max_mebibytes, "the most that the trace may take [32]")
      .value_name("MIB")
      .in_range(1, 1024);
  add_limits(command, trace->limits);
  command.runs([trace] {
    return exit_code(within_memory([&] { return trace_command(*trace); }), trace->json_errors);
  });
}

}  // namespace backedge
