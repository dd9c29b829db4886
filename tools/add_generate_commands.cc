#include "tools/add_generate_commands.h"

#include <CLI/CLI.hpp>

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

}  // namespace backedge
