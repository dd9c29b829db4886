#include "interpreter/base/number_text.h"
#include "interpreter/graph/infer_graph.h"
#include "interpreter/onnx/inner_graph.h"

namespace backedge::onnx {
namespace {

Result<LoopNode> lower_branch(Scope& scope, const schema::NodeProto& node, const schema::GraphProto& proto,
                              std::vector<size_t>& inputs) {
  if (proto.input_size() > 0)
    return Error("ONNX-IF-1", "a branch has inputs; it can only capture values");  // [ONNX-IF-1]
  if (proto.output_size() != node.output_size()) {                                 // [ONNX-IF-1]
    return Error("ONNX-IF-1", "a branch has " + counted(proto.output_size(), "output") +
                                  ", but the node has " + std::to_string(node.output_size()));
  }
  InnerGraph branch(scope, node, proto, inputs);
  branch.spec().bound = NumberOfParts();
  for (int k = 0; k < proto.output_size(); ++k) {
    const auto result = static_cast<size_t>(k);
    branch.spec().outputs.push_back({result, LastValue(), "output " + std::to_string(k)});
  }
  return branch.lower("onnx-if");
}

// What the results of a branch are, as far as it is known.
Result<std::vector<Signature>> results_of(const LoopNode& branch) {
  std::vector<Signature> parameters;
  for (const BodyParameter& parameter : branch.spec.parameters) parameters.push_back(parameter.declared);
  return infer_graph(*branch.body, parameters);
}

// A branch that gives an error if it is chosen, with outputs of the same types as the other one.
Result<LoopNode> failing_branch(const Scope& scope, const LoopNode& other, Error error) {
  const std::vector<Signature> results = TRY(results_of(other));
  const auto shared = std::make_shared<const Error>(std::move(error));
  const Operation failing{.infer =
                              [results](std::span<const Operand>, std::span<Signature> outputs) {
                                for (size_t k = 0; k < outputs.size(); ++k) {
                                  outputs[k] = results[k];
                                  outputs[k].shape = PartialShape::any();
                                }
                                return Result<void>();
                              },
                          .kernel = [shared](const KernelCall&) { return Result<void>(shared->copy()); },
                          .allocates = true,
                          .error = ops::Moves{},
                          .made = {.maker = "fail"}};
  GraphBuilder graph(scope.lowering.file);
  const std::vector<size_t> slots = graph.add_operation({.type = "If"}, failing, results.size());
  for (const size_t slot : slots) graph.add_result("", slot);
  LoopNode branch{.dialect = other.dialect, .spec = other.spec};
  branch.spec.parameters.clear();
  for (auto& result : branch.spec.results) result.declared = PartialShape::any();
  branch.body = graph.finish_body();
  return branch;
}

// Whether an operation found the error: then it is an error of a run that reaches the operation.
bool is_of_operation(const Error& error) { return error.rule().starts_with("OP-"); }

}  // namespace

Result<std::vector<size_t>> lower_if(Scope& scope, const schema::NodeProto& node, Attributes& attributes,
                                     const Slots& inputs) {
  const schema::GraphProto* then_branch = TRY(attributes.graph("then_branch"));
  const schema::GraphProto* else_branch = TRY(attributes.graph("else_branch"));
  TRY(attributes.finish());
  if (inputs.size() != 1 || !inputs[0])
    return Error("ONNX-GRAPH-5", "an If has one input, its condition");  // [ONNX-GRAPH-5]
  std::vector<size_t> slots = {*inputs[0]};
  Result<LoopNode> then_node = lower_branch(scope, node, *then_branch, slots);
  Result<LoopNode> else_node = lower_branch(scope, node, *else_branch, slots);
  if (then_node.ok() && !else_node.ok() && is_of_operation(else_node.error()))
    else_node = failing_branch(scope, then_node.value(), else_node.take_error());  // [ONNX-IF-1]
  else if (else_node.ok() && !then_node.ok() && is_of_operation(then_node.error()))
    then_node = failing_branch(scope, else_node.value(), then_node.take_error());
  IfNode branches;
  branches.then_branch = TRY(std::move(then_node));
  branches.else_branch = TRY(std::move(else_node));
  return scope.graph.add_if(node_of(scope, node, std::move(slots)), std::move(branches));
}

}  // namespace backedge::onnx
