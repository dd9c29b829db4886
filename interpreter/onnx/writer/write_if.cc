#include "interpreter/onnx/writer/source.h"

namespace backedge::onnx::writing {
namespace {

// A branch sees the values around it, and gives the outputs of the If.
Result<void> write_branch(GraphWriter& around, const LoopNode& branch, const std::vector<Named>& inputs,
                          schema::GraphProto& proto) {
  GraphWriter graph(around.state(), proto);
  const std::vector<Signature> signatures = signatures_of_parameters(branch.spec, inputs);
  Source source = TRY(source_of(*branch.body, signatures));
  for (size_t p = 0; p < branch.spec.parameters.size(); ++p) {
    const BodyParameter& parameter = branch.spec.parameters[p];
    source.values[branch.body->parameters[p].slot] = TRY(captured(parameter, inputs[*input_of(parameter)]));
  }
  TRY(write_nodes(graph, source));
  std::vector<Named> outputs;
  for (const LoopOutput& output : branch.spec.outputs)
    outputs.push_back(source.values[branch.body->results[output.result].slot]);
  if (outputs.empty()) outputs.push_back(integer(0));  // [ONNX-WRITE-4]
  graph.expose(std::move(outputs));
  return {};
}

}  // namespace

Result<void> write_if(GraphWriter& to, Source& source, const Node& node, const IfNode& branches) {
  const std::vector<Named> inputs = source.values_of(node.inputs);
  schema::GraphProto then_graph, else_graph;
  then_graph.set_name(to.state().fresh("then"));
  else_graph.set_name(to.state().fresh("else"));
  TRY(write_branch(to, branches.then_branch, inputs, then_graph));
  TRY(write_branch(to, branches.else_branch, inputs, else_graph));
  std::vector<Signature> outputs;
  for (const size_t slot : node.outputs) outputs.push_back(source.signature(slot));
  if (outputs.empty()) outputs.push_back(scalar_of(ElementType::kI64));
  const std::vector<Named> values =
      to.add_all("If", {inputs.front()}, outputs,
                 {{"then_branch", &then_graph}, {"else_branch", &else_graph}}, node.place.name);
  for (size_t k = 0; k < node.outputs.size(); ++k) source.values[node.outputs[k]] = values[k];
  return {};
}

}  // namespace backedge::onnx::writing
