#include "interpreter/onnx/lower_text.h"

#include "interpreter/onnx/read_text.h"

namespace backedge::onnx {

Lowered lower_text(NodeLowering& node, const std::string& graph) {
  const Versions versions = {{"", 22}};
  const std::shared_ptr<schema::ModelProto> parsed =
      parse_text("<ir_version: 10, opset_import: [\"\": 22]> " + graph, "a formula", 0).value();
  const schema::ModelProto& model = *parsed;
  Scope inside{.lowering = node.scope.lowering,
               .graph = node.scope.graph,
               .versions = versions,
               .depth = node.scope.depth + 1,
               .path = node.scope.path + title_of(node.node) + ", "};
  if (inside.depth > inside.lowering.max_depth) {
    return Error("LIMIT-2", "graphs are nested deeper than the limit of " +  // [LIMIT-2]
                                std::to_string(inside.lowering.max_depth));
  }
  for (int k = 0; k < model.graph().input_size(); ++k) {
    const auto at = static_cast<size_t>(k);
    TRY(name_value(inside, model.graph().input(k).name(),
                   node.has(at) ? std::optional(node.in(at)) : std::nullopt));
  }
  TRY(lower_nodes(inside, model.graph().node()));
  std::vector<size_t> outputs;
  for (const auto& output : model.graph().output()) outputs.push_back(TRY(find_given(inside, output.name())));
  return outputs;
}

}  // namespace backedge::onnx
