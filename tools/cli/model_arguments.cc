#include "tools/cli/model_arguments.h"

#include "tools/cli/command_line.h"

namespace backedge {

void add_model(Command& command, ModelArguments& arguments) {
  command.add_option("MODEL", arguments.model, kModelHelp).required();
  add_load(command, arguments);
}

void add_load(Command& command, LoadArguments& arguments) {
  command.add_option("--weights", arguments.load.weights, "the weights [the .bin beside the model]")
      .value_name("FILE");
  command.add_number("--max-depth", arguments.load.max_depth, "nesting of loops and Ifs [64]");
  add_error_format(command, arguments.json_errors);
}

void add_error_format(Command& command, bool& json_errors) {
  const auto choose = [&json_errors](const std::string& format) {
    json_errors = format == "json";
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
