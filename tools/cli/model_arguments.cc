#include "tools/cli/model_arguments.h"

namespace backedge {

void add_model(CLI::App& command, ModelArguments& arguments) {
  command.add_option("MODEL", arguments.model, "the .xml of the model")->required();
  command.add_option("--weights", arguments.load.weights, "the weights [the .bin beside the model]")
      ->type_name("FILE");
  add_number(command, "--max-depth", arguments.load.max_depth, "nesting of loops and Ifs [64]");
  const auto choose = [&arguments](const std::string& format) { arguments.json_errors = format == "json"; };
  command
      .add_option_function<std::string>(
          "--error-format", choose,
          "how to print errors: text, or json for one line {\"phase\",\"rule\",\"where\",\"message\"}")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT");
}

}  // namespace backedge
