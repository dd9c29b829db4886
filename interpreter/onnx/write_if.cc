#include "interpreter/onnx/inner_graph.h"

namespace backedge::onnx {
namespace {

Result<LoopNode> write_branch(Scope& scope, const schema::NodeProto& node, const schema::GraphProto& proto,
                              std::vector<size_t>& inputs) {
  if (proto.input_size() > 0)
    return Error("ONNX-IF-1", "a branch has inputs; it can only capture values");  // [ONNX-IF-1]
  if (proto.output_size() != node.output_size()) {                                 // [ONNX-IF-1]
    return Error("ONNX-IF-1", "a branch has " + std::to_string(proto.output_size()) +
                                  " outputs, and the node " + std::to_string(node.output_size()));
  }
  InnerGraph branch(scope, node, proto, inputs);
  branch.spec().bound = NumberOfParts();
  for (int k = 0; k < proto.output_size(); ++k) {
    const auto result = static_cast<size_t>(k);
    branch.spec().outputs.push_back({result, LastValue(), "output " + std::to_string(k)});
  }
  return branch.write("onnx-if");
}

}  // namespace

Result<std::vector<size_t>> write_if(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                     const Slots& inputs) {
  const schema::GraphProto* then_branch = TRY(attributes.graph("then_branch"));
  const schema::GraphProto* else_branch = TRY(attributes.graph("else_branch"));
  TRY(attributes.finish());
  if (inputs.size() != 1 || !inputs[0])
    return Error("ONNX-GRAPH-5", "an If has one input, its condition");  // [ONNX-GRAPH-5]
  std::vector<size_t> slots = {*inputs[0]};
  LoopNode then_node = TRY(write_branch(scope, node, *then_branch, slots));
  LoopNode else_node = TRY(write_branch(scope, node, *else_branch, slots));
  Node written{.place = {scope.lowering.file, 0, scope.path + title_of(node), node.name()},
               .type = node.op_type(),
               .inputs = std::move(slots)};
  return scope.graph.add_if(std::move(written), {std::move(then_node), std::move(else_node)});
}

}  // namespace backedge::onnx
