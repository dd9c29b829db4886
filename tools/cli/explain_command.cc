#include "tools/cli/explain_command.h"

#include "tools/cli/draw_graph.h"
#include "tools/cli/explain_model.h"
#include "tools/cli/print.h"

namespace backedge {

Result<void> explain_command(const ExplainArguments& arguments) {
  LoadOptions options = arguments.load;
  options.weights_optional = true;
  const LoadedModel model = TRY(load(arguments.model, options));
  return print(arguments.dot ? draw_graph(model.graph()) : explain_model(model));
}

}  // namespace backedge
