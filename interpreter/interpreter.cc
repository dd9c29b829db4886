#include "interpreter/interpreter.h"

#include "interpreter/exec/evaluate.h"
#include "interpreter/graph/build_graph.h"
#include "interpreter/ir/read_model.h"

namespace backedge {

std::vector<ModelInput> LoadedModel::inputs() const {
  std::vector<ModelInput> inputs;
  for (const GraphParameter& parameter : graph_->parameters) {
    inputs.push_back({parameter.name, parameter.declared.type, parameter.declared.shape});
  }
  return inputs;
}

std::vector<ModelOutput> LoadedModel::outputs() const {
  std::vector<ModelOutput> outputs;
  for (size_t k = 0; k < graph_->results.size(); ++k) {
    const Signature& signature = graph_->result_signatures[k];
    outputs.push_back({graph_->results[k].name, signature.type, signature.shape});
  }
  return outputs;
}

Result<LoadedModel> load(const std::string& file, const LoadOptions& options) {
  const ir::Model model =
      TRY(ir::read_model(file, options.weights, {.max_file_bytes = options.max_file_bytes}));
  return LoadedModel(TRY(build_model(model, options.max_depth)));
}

Result<std::vector<Tensor>> run(const LoadedModel& model, std::span<const Tensor> inputs,
                                const RunOptions& options) {
  return evaluate(model.graph(), inputs, options);
}

}  // namespace backedge
