#include "interpreter/exec/frame.h"

#include <algorithm>

namespace backedge {
namespace {

// Whether the values that the output shapes depend on, if any, never change.
bool is_shaped_by_constants(const Node& node, const std::vector<bool>& is_constant) {
  const auto* operation = std::get_if<Operation>(&node.work);
  if (operation == nullptr) return false;
  return std::all_of(operation->shaping_inputs.begin(), operation->shaping_inputs.end(), [&](int64_t input) {
    const auto k = static_cast<size_t>(input);
    return k >= node.inputs.size() || is_constant[node.inputs[k]];
  });
}

// Slots stay where they are, so a node finds its inputs once and for all.
void make_room(const Node& node, std::span<const Value> slots, NodeFrame& frame) {
  if (!std::holds_alternative<Operation>(node.work)) {
    for (const size_t slot : node.inputs) frame.values_in.push_back(&slots[slot]);
    frame.values_out.resize(node.outputs.size());
    return;
  }
  for (const size_t slot : node.inputs) frame.inputs.push_back(&slots[slot].tensor());
  frame.outputs.resize(node.outputs.size());
}

}  // namespace

Frame::Frame(const Graph& of) : graph(of), slots(of.slot_count), nodes(of.nodes.size()) {
  release();
  std::vector<bool> is_constant(graph.slot_count, false);
  for (const Constant& constant : graph.constants) is_constant[constant.slot] = true;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    nodes[i].shaped_by_constants = is_shaped_by_constants(node, is_constant);
    make_room(node, slots, nodes[i]);
  }
}

LoopFrame::LoopFrame(const LoopNode& of) : node(of), body(*of.body) {
  if (of.gate != nullptr) gate = std::make_unique<Frame>(*of.gate);
  for (const GraphParameter& parameter : of.body->parameters)
    parameters.push_back(&body.slots[parameter.slot]);
  for (const GraphResult& result : of.body->results) {
    results.push_back(&body.slots[result.slot]);
    if (result.is_last_read) freed_results.push_back(&body.slots[result.slot]);
  }
}

void Frame::release() {
  for (Value& slot : slots) slot.reset();
  for (const Constant& constant : graph.constants) slots[constant.slot] = constant.value;
}

}  // namespace backedge
