#include "tools/explain/explain_model.h"

#include "interpreter/base/safe_text.h"
#include "interpreter/graph/infer_graph.h"
#include "tools/explain/explain_loop.h"

namespace backedge {
namespace {

// The operands of every slot if the Parameters are as declared. They are unknown if that leads to an error,
// as in a body that is only correct for narrower shapes than declared.
std::vector<Operand> slots_of(const Graph& graph) {
  std::vector<Signature> parameters;
  for (const GraphParameter& parameter : graph.parameters) parameters.push_back(parameter.declared);
  Result<std::vector<Operand>> slots = infer_slots(graph, parameters);
  return slots.ok() ? std::move(slots).value() : std::vector<Operand>(graph.slot_count);
}

std::string explain_graph(const Graph& graph, const std::string& indent) {
  const std::vector<Operand> slots = slots_of(graph);
  std::string text;
  for (const Node& node : graph.nodes) {
    std::vector<Operand> inputs;
    for (const size_t slot : node.inputs) inputs.push_back(slots[slot]);
    if (const auto* loop = std::get_if<LoopNode>(&node.work)) {
      text += "\n" + explain_loop(node, *loop, inputs, indent) + explain_graph(*loop->body, indent + "  ");
    } else if (const auto* branches = std::get_if<IfNode>(&node.work)) {
      text += "\n" + explain_if(node, *branches, inputs, indent) +
              explain_graph(*branches->then_branch.body, indent + "  ") +
              explain_graph(*branches->else_branch.body, indent + "  ");
    }
  }
  return text;
}

template <class Ports>
std::string explain_ports(const std::string& kind, const Ports& ports) {
  std::string text;
  for (size_t k = 0; k < ports.size(); ++k) {
    text += kind + " " + std::to_string(k) + " \"" + safe_line(ports[k].name) + "\" " +
            ports[k].signature().text() + "\n";
  }
  return text;
}

std::string explain_defaults(const LoadedModel& model) {
  std::string text;
  for (const ModelInput& input : model.defaults())
    text += "Default \"" + safe_line(input.name) + "\" " + input.signature().text() + "\n";
  return text;
}

}  // namespace

std::string explain_model(const LoadedModel& model) {
  const Graph& graph = model.graph();
  return safe_line(graph.file) + "\n" + explain_ports("Parameter", model.inputs()) + explain_defaults(model) +
         explain_ports("Result", model.outputs()) + explain_operations(graph) + "\n" +
         explain_graph(graph, "");
}

}  // namespace backedge
