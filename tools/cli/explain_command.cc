#include "tools/cli/explain_command.h"

#include <memory>

#include "interpreter/base/within_memory.h"
#include "tools/cli/command_line.h"
#include "tools/cli/draw_graph.h"
#include "tools/cli/explain_model.h"
#include "tools/cli/model_arguments.h"
#include "tools/cli/print.h"
#include "tools/cli/report_error.h"

namespace backedge {

namespace {

struct ExplainArguments : ModelArguments {
  bool dot = false;
};

Result<void> explain_command(const ExplainArguments& arguments) {
  LoadOptions options = arguments.load;
  options.weights_optional = true;
  const LoadedModel model = TRY(load(arguments.model, options));
  return print(arguments.dot ? draw_graph(model.graph()) : explain_model(model));
}

}  // namespace

void add_explain(CommandLine& program) {
  const auto explain = std::make_shared<ExplainArguments>();
  Command& command = program.add_command("explain", "Explain in words what a model does, loop by loop.");
  add_model(command, *explain);
  command.add_flag("--dot", explain->dot, "print a drawing for Graphviz instead");
  command.runs([explain] {
    return exit_code(within_memory([&] { return explain_command(*explain); }), explain->json_errors);
  });
}

}  // namespace backedge
