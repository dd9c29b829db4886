#include <CLI/CLI.hpp>

#include "conformance/corpus/features.h"
#include "tools/cli/add_commands.h"

namespace backedge {

CLI::App* add_generate(CLI::App& app, GenerateArguments& generate) {
  CLI::App* command = app.add_subcommand(
      "generate",
      "Makes random models with goldens from the interpreter, and cases of them (docs/fuzzing.md).");
  command->add_option("--seed", generate.seed, "of the series [0]")->type_name("SEED");
  command->add_option("--count", generate.count, "of models [100]")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  command->add_option("--model", generate.model, "one model alone, by the seed that it carries")
      ->type_name("SEED");
  command->add_option("--out", generate.out, "a folder for each model")->type_name("DIR");
  command->add_flag("--statistics", generate.statistics, "of a thousand models, how many touch each rule");
  command->final_callback([&generate] {
    if (generate.out.empty() && !generate.statistics)
      throw CLI::ValidationError("generate", "--out or --statistics, please");
  });
  return command;
}

CLI::App* add_fuzz(CLI::App& app, FuzzArguments& fuzz) {
  CLI::App* command = app.add_subcommand(
      "fuzz-backend",
      "Runs random models on a backend until it is stopped, and keeps one of each kind that fails, shrunk.\n"
      "Ends with 0: none failed; 1: one did, or none was run; 130: stopped by a signal, and none failed.");
  add_backend(*command, fuzz.backend);
  command->add_option("--out", fuzz.out, "a folder for each kind of failure; not there yet, or empty")
      ->type_name("DIR")
      ->required();
  command->add_option("--seed", fuzz.seed, "of the series [0]")->type_name("SEED");
  command->add_option("--count", fuzz.count, "of models [until stopped]")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  command->add_option("--minutes", fuzz.minutes, "[until stopped]")->check(CLI::Range(0.01, 1e6));
  command->add_option("--jobs", fuzz.jobs, "processes at once [1]")->check(CLI::Range(1, 1024));
  command
      ->add_option("--without", fuzz.without, "no models with this feature: draft, op:If-8, type:bf16, ...")
      ->type_name("FEATURE")
      ->check([](const std::string& feature) { return unknown_feature(feature); }, "");
  command->add_flag("--statistics", fuzz.statistics, "of a thousand models, how many touched each rule");
  return command;
}

}  // namespace backedge
