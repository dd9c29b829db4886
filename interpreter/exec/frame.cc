#include "interpreter/exec/frame.h"

namespace backedge {

Frame::Frame(const Graph& of) : graph(of), slots(of.slot_count), nodes(of.nodes.size()) {
  release();
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    nodes[i].inputs.resize(node.inputs.size());
    nodes[i].input_shapes.resize(node.inputs.size());
    nodes[i].signatures.resize(node.outputs.size());
    nodes[i].output_shapes.resize(node.outputs.size());
    nodes[i].outputs.resize(node.outputs.size());
    if (const auto* loop = std::get_if<LoopNode>(&node.work))
      nodes[i].loop = std::make_unique<LoopFrame>(*loop);
    if (const auto* branches = std::get_if<IfNode>(&node.work)) {
      nodes[i].loop = std::make_unique<LoopFrame>(branches->then_branch);
      nodes[i].otherwise = std::make_unique<LoopFrame>(branches->else_branch);
    }
  }
}

void Frame::release() {
  for (Tensor& slot : slots) slot.reset();
  for (const Constant& constant : graph.constants) slots[constant.slot] = constant.value;
}

}  // namespace backedge
