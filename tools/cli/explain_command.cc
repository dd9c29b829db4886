#include "tools/cli/explain_command.h"

#include <algorithm>
#include <memory>

#include "interpreter/base/within_memory.h"
#include "interpreter/onnx/lower_model.h"
#include "interpreter/openvino/read_model.h"
#include "interpreter/tensorrt/read_network.h"
#include "tools/cli/command_line.h"
#include "tools/cli/describe_graph.h"
#include "tools/cli/describe_layers.h"
#include "tools/cli/draw_graph.h"
#include "tools/cli/draw_layers.h"
#include "tools/cli/json.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"
#include "tools/explain/explain_model.h"

namespace backedge {

namespace {

struct ExplainArguments : LoadArguments {
  std::vector<std::string> models;
  bool dot = false;
  bool json = false;
};

Result<openvino::Model> read_as_written(const std::string& file, const LoadOptions& load) {
  return openvino::read_model(file, load.weights,
                              {.max_file_bytes = load.max_file_bytes, .max_weight_bytes = load.max_bytes});
}

OrderedJson json_of(const std::string& file, const LoadOptions& options, const Result<LoadedModel>& model) {
  OrderedJson json = {
      {"file", file}, {"error", nullptr}, {"loops", OrderedJson::array()}, {"scans", OrderedJson::array()}};
  if (!model.ok()) json["error"] = json_of(model.error());
  if (tensorrt::is_network_file(file) || onnx::is_onnx_file(file)) {
    if (model.ok()) json.update(describe_graph(model.value().graph()));
    return json;
  }
  const Result<openvino::Model> written = read_as_written(file, options);
  if (written.ok()) json.update(describe_layers(written.value()));
  return json;
}

// A model that is not valid is shown as far as it can be read, before its error.
Result<void> explain(const ExplainArguments& arguments, const std::string& file) {
  LoadOptions options = arguments.load;
  options.weights_optional = true;
  options.variable_outputs = true;  // as `run` has them
  Result<LoadedModel> model = load(file, options);
  if (arguments.json) {
    TRY(print(json_line(json_of(file, arguments.load, model)) + "\n"));
  } else if (model.ok()) {
    TRY(print(arguments.dot ? draw_graph(model.value().graph()) : explain_model(model.value())));
  } else if (arguments.dot) {
    const Result<openvino::Model> written = read_as_written(file, arguments.load);
    if (written.ok()) TRY(print(draw_layers(written.value())));
  }
  if (!model.ok()) return model.take_error();
  return {};
}

int explain_command(const ExplainArguments& arguments) {
  int code = 0;
  for (const std::string& file : arguments.models) {
    const Result<void> explained = within_memory([&] { return explain(arguments, file); });
    code = std::max(code, exit_code(explained, arguments.json_errors));
  }
  return code;
}

}  // namespace

void add_explain(CommandLine& program) {
  const auto explain = std::make_shared<ExplainArguments>();
  Command& command = program.add_command("explain", "Explain in words what models do, loop by loop.");
  command.add_option("MODEL", explain->models, kModelHelp).required();
  add_load(command, *explain);
  Option dot = command.add_flag("--dot", explain->dot, "print a drawing for Graphviz instead");
  command
      .add_flag("--json", explain->json,
                "print the loops as they are written, as one line of JSON for each model, and the error of a "
                "model that is not valid")
      .excludes(dot);
  command.runs([explain] { return explain_command(*explain); });
}

}  // namespace backedge
