#include "tools/cli/model_arguments.h"

#include "tools/cli/command_line.h"

namespace backedge {

void add_model(Command& command, ModelArguments& arguments) {
  command.add_option("MODEL", arguments.model, "the .xml of the model").required();
  command.add_option("--weights", arguments.load.weights, "the weights [the .bin beside the model]")
      .value_name("FILE");
  command.add_number("--max-depth", arguments.load.max_depth, "nesting of loops and Ifs [64]");
  const auto choose = [&arguments](const std::string& format) {
    arguments.json_errors = format == "json";
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
