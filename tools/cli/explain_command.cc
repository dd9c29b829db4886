#include "tools/cli/explain_command.h"

#include <memory>

#include "interpreter/base/within_memory.h"
#include "interpreter/openvino/read_model.h"
#include "tools/cli/command_line.h"
#include "tools/cli/describe_layers.h"
#include "tools/cli/draw_graph.h"
#include "tools/cli/draw_layers.h"
#include "tools/cli/explain_model.h"
#include "tools/cli/json.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"

namespace backedge {

namespace {

struct ExplainArguments : ModelArguments {
  bool dot = false;
  bool json = false;
};

Result<openvino::Model> read_as_written(const ExplainArguments& arguments) {
  return openvino::read_model(
      arguments.model, arguments.load.weights,
      {.max_file_bytes = arguments.load.max_file_bytes, .max_weight_bytes = arguments.load.max_bytes});
}

Json json_of(const ExplainArguments& arguments, const Result<LoadedModel>& model) {
  Json json = {
      {"file", arguments.model}, {"error", nullptr}, {"loops", Json::array()}, {"scans", Json::array()}};
  if (!model.ok()) json["error"] = Json::parse(error_json(model.error()));
  const Result<openvino::Model> written = read_as_written(arguments);
  if (written.ok()) json.update(describe_layers(written.value()));
  return json;
}

// A model that is not valid is shown as far as it can be read, before its error.
Result<void> explain_command(const ExplainArguments& arguments) {
  LoadOptions options = arguments.load;
  options.weights_optional = true;
  Result<LoadedModel> model = load(arguments.model, options);
  if (arguments.json) {
    TRY(print(json_line(json_of(arguments, model)) + "\n"));
  } else if (model.ok()) {
    TRY(print(arguments.dot ? draw_graph(model.value().graph()) : explain_model(model.value())));
  } else if (arguments.dot) {
    const Result<openvino::Model> written = read_as_written(arguments);
    if (written.ok()) TRY(print(draw_layers(written.value())));
  }
  if (!model.ok()) return model.take_error();
  return {};
}

}  // namespace

void add_explain(CommandLine& program) {
  const auto explain = std::make_shared<ExplainArguments>();
  Command& command = program.add_command("explain", "Explain in words what a model does, loop by loop.");
  add_model(command, *explain);
  Option dot = command.add_flag("--dot", explain->dot, "print a drawing for Graphviz instead");
  command
      .add_flag("--json", explain->json,
                "print the loops as they are written, as one line of JSON, and the error of a model that is "
                "not valid")
      .excludes(dot);
  command.runs([explain] {
    return exit_code(within_memory([&] { return explain_command(*explain); }), explain->json_errors);
  });
}

}  // namespace backedge
