#include "tools/explain_command.h"

#include "tools/draw_graph.h"
#include "tools/explain_model.h"
#include "tools/print.h"

namespace backedge {

Result<void> explain_command(const ExplainArguments& arguments) {
  const LoadedModel model = TRY(load(arguments.model, arguments.load));
  return print(arguments.dot ? draw_graph(model.graph()) : explain_model(model));
}

}  // namespace backedge
