#include "tools/cli/shrink_command.h"

#include <memory>

#include "conformance/shrink/shrink.h"
#include "interpreter/base/number_text.h"
#include "interpreter/interpreter.h"
#include "tools/cli/command_line.h"
#include "tools/cli/failed_run.h"
#include "tools/cli/output_files.h"
#include "tools/cli/print.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/report_error.h"
#include "tools/cli/signal_watch.h"
#include "tools/cli/started_as.h"
#include "tools/cli/suite_error.h"
#include "tools/cli/write_case.h"
#include "tools/explain/explain_model.h"

namespace backedge {
namespace {

struct ShrinkArguments {
  FailureArguments failure;
  std::string out;  // a new or empty folder
  int64_t max_runs = 3000;
  double max_seconds = 600;
};

std::string layers_text(const shrink::ModelSize& size) {
  return counted(size.layers, "layer") + " and " + std::to_string(size.body_layers) + " in bodies";
}

// The correct outputs of the wrong inference; nothing if it should be rejected.
std::optional<std::vector<Tensor>> expected_outputs(const shrink::Shrunk& shrunk) {
  const Answer& answer = shrunk.test_case.runs[0].inferences[shrunk.after.inference].answers[0];
  const auto* outputs = std::get_if<std::vector<ExpectedTensor>>(&answer);
  if (outputs == nullptr) return std::nullopt;
  std::vector<Tensor> tensors;
  for (const ExpectedTensor& output : *outputs) tensors.push_back(output.tensor);
  return tensors;
}

// Asks the backend for a program that shows the defect. Returns a message about the result.
Result<std::string> add_script(FailedRun& failed, const shrink::Shrunk& shrunk, const ModelFiles& files,
                               const std::string& out) {
  if (!failed.hello.scripts) return std::string("the backend writes no scripts\n");
  const std::variant<Script, BackendAnswer> answer =
      failed.backend->write_script(files, shrunk.inputs, expected_outputs(shrunk));
  const auto* script = std::get_if<Script>(&answer);
  if (script == nullptr)
    return "the backend wrote no script: " + answer_text(std::get<BackendAnswer>(answer)) + "\n";
  TRY(write_text(out + "/script", script->text));
  return "with the backend's own API: " + out + "/script\n";
}

// The model in words; empty if it should be rejected at load.
std::string model_text(const std::string& file) {
  const Result<LoadedModel> model = load(file);
  return model.ok() ? explain_model(model.value()) + "\n" : "";
}

Result<int> shrink_command(const ShrinkArguments& arguments) {
  std::atomic<bool> stopped{false};
  const SignalWatch watch(stopped);
  Result<FailedRun> found = find_failed_run(arguments.failure, stopped);
  if (stopped) return kStoppedBySignal;  // stopping may have caused its verdict
  FailedRun failed = TRY(std::move(found));
  ProgressLine line;
  shrink::ShrinkOptions options{
      .max_runs = arguments.max_runs, .max_seconds = arguments.max_seconds, .stopped = &stopped};
  options.progress = [&line](const shrink::ShrinkProgress& progress) {
    const std::string layers = "runs, the last with " + std::to_string(progress.layers) + " layers";
    if (line.wanted()) line.show(progress.runs, layers.c_str());
  };
  Result<shrink::Shrunk> result =
      shrink::shrink(*failed.run.test_case, *failed.run.run, *failed.backend, options);
  line.erase();
  if (!result.ok()) return result.take_error();
  const shrink::Shrunk& shrunk = result.value();
  TRY(write_made_case(arguments.out, shrunk.test_case, shrunk.weights));
  const ModelFiles files =
      files_in(arguments.out, shrunk.test_case.model, !shrunk.weights.empty(), shrunk.test_case.format);
  const std::string script = TRY(add_script(failed, shrunk, files, arguments.out));
  TRY(print(model_text(files.path)));
  TRY(print(std::string(name_of(shrunk.after.outcome)) + "\n" + indented(shrunk.after.text, "  ") + "\n\n" +
            errors_text(failed)));
  const std::string sizes = "from " + layers_text(shrunk.size_before) + " to " + layers_text(shrunk.size) +
                            ", after " + counted(shrunk.runs, "run") +
                            (shrunk.finished ? "" : ", when it was stopped");
  TRY(print(name_of(*failed.run.test_case, *failed.run.run) + ": " +
            (shrunk.unchanged.empty() ? sizes : "unchanged, because " + shrunk.unchanged) + "\n"));
  TRY(print("again: " + this_program() + " verify --filter " + quoted_for_shell(arguments.out) + " " +
            backend_words(arguments.failure.backend) + "\n" + script));
  return stopped ? kStoppedBySignal : 0;
}

}  // namespace

void add_shrink(CommandLine& program) {
  const auto arguments = std::make_shared<ShrinkArguments>();
  Command& command = program.add_command(
      "shrink", "Find the smallest model and inputs that a backend still fails in the same way.");
  add_failure(command, arguments->failure);
  command.add_option("--out", arguments->out, "the case to make").value_name("DIR").required();
  command.add_option("--max-runs", arguments->max_runs, "try at most this many candidates [3000]")
      .in_range(1, 1 << 30);
  command.add_option("--max-seconds", arguments->max_seconds, "stop after this many seconds [600]")
      .in_real_range(0.01, 1e6);
  command.runs([arguments] {
    const Result<void> is_new = check_new(arguments->out);
    return is_new.ok() ? suite_exit_code(shrink_command(*arguments)) : exit_code(is_new);
  });
}

}  // namespace backedge
