#include <CLI/CLI.hpp>

#include "tools/cli/add_commands.h"

namespace backedge {
namespace {

void add_failure(CLI::App& command, FailureArguments& failure) {
  command.add_option("RUN", failure.run, "CASE/RUN, the folder of a case, or a MODEL.xml")->required();
  command.add_option("--corpus", failure.corpus, "the folder of MANIFEST [testdata]")->type_name("DIR");
  command
      .add_option("--inputs", failure.inputs, "with a model: a .npy for each Parameter, by name or position")
      ->type_name("DIR");
  add_backend(command, failure.backend);
  command.final_callback([&failure] {
    if (failure.run.ends_with(".xml") && failure.inputs.empty())
      throw CLI::ValidationError("--inputs", "a model needs its inputs");
  });
}

}  // namespace

CLI::App* add_shrink(CLI::App& app, ShrinkArguments& shrink) {
  CLI::App* command = app.add_subcommand(
      "shrink", "Looks for the smallest model and inputs that a backend still fails in the same way.");
  add_failure(*command, shrink.failure);
  command->add_option("--out", shrink.out, "the case to make")->type_name("DIR")->required();
  command->add_option("--max-runs", shrink.max_runs, "candidates that are tried [3000]")
      ->check(CLI::Range(1, 1 << 30));
  command->add_option("--max-seconds", shrink.max_seconds, "of wall time [600]")
      ->check(CLI::Range(0.01, 1e6));
  return command;
}

CLI::App* add_explain_failure(CLI::App& app, ExplainFailureArguments& explain) {
  CLI::App* command = app.add_subcommand(
      "explain-failure",
      "Says at which iteration and layer a backend leaves the interpreter, with the values of both.");
  add_failure(*command, explain.failure);
  command->add_flag("--json", explain.json, "one line of JSON instead");
  return command;
}

}  // namespace backedge
