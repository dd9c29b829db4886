#include "interpreter/graph/infer_graph.h"

#include "interpreter/loop/value_checks.h"

namespace backedge {
namespace {

Operand operand_of(const Signature& signature) {
  return {.type = signature.type, .shape = signature.shape, .kind = signature.kind};
}

Result<void> infer_if(const IfNode& branches, std::span<const Operand> inputs, std::span<Signature> outputs,
                      Iterations iterations) {
  const Operand& condition = inputs.front();
  TRY(check_condition("IF-1", signature_of(condition)));  // [IF-1]
  std::vector<Signature> otherwise(outputs.size());
  TRY(infer_loop(branches.then_branch, inputs, outputs, iterations));
  TRY(infer_loop(branches.else_branch, inputs, otherwise, iterations));
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k].type != otherwise[k].type || outputs[k].kind != otherwise[k].kind) {  // [IF-3]
      return Error("IF-3", "output " + std::to_string(k) + " has two element types")
          .note("then: " + outputs[k].text() + ", else: " + otherwise[k].text());
    }
    outputs[k].shape = outputs[k].shape.joined_with(otherwise[k].shape);
  }
  return {};
}

Result<void> check_are_tensors(std::span<const Operand> inputs) {
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (inputs[k].kind == ValueKind::kTensor) continue;
    return Error("OP-4", "operand " + std::to_string(k) + " is not a tensor")  // [OP-4]
        .note("it is a " + std::string(name_of(inputs[k].kind)));
  }
  return {};
}

// An operation that has no check of its own for an operand accepts every type. Only those of the classes below
// do not read the elements of such an operand as numbers.
Result<void> check_narrow_types(const Operation& operation, std::span<const Operand> inputs) {
  const auto is_a = [&]<class Class>(const Class&) {
    return std::holds_alternative<Class>(*operation.error.any);
  };
  if (is_a(ops::Moves()) || is_a(ops::MovesByOthers()) || is_a(ops::Converts()) || is_a(ops::ReadsNoReals()))
    return {};
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (!is_narrow(inputs[k].type)) continue;
    const std::string type(name_of(inputs[k].type));
    return Error("OP-4", "input " + std::to_string(k) + " is " + type)  // [OP-4]
        .note("only Convert and operations that move elements accept this type");
  }
  return {};
}

}  // namespace

Result<void> infer_node(const Node& node, std::span<const Operand> inputs, std::span<Signature> outputs,
                        Iterations iterations) {
  if (const auto* operation = std::get_if<Operation>(&node.work)) {
    TRY(check_are_tensors(inputs));
    TRY(check_narrow_types(*operation, inputs));
    return operation->infer(inputs, outputs);  // [OP-5]
  }
  if (const auto* operation = std::get_if<ValueOperation>(&node.work))
    return operation->infer(inputs, outputs);
  if (const auto* loop = std::get_if<LoopNode>(&node.work))
    return infer_loop(*loop, inputs, outputs, iterations);
  return infer_if(std::get<IfNode>(node.work), inputs, outputs, iterations);
}

Result<std::vector<Operand>> infer_slots(const Graph& graph, std::span<const Signature> parameters,
                                         Iterations iterations) {
  std::vector<Operand> slots(graph.slot_count);
  for (size_t p = 0; p < parameters.size(); ++p) {
    slots[graph.parameters[p].slot] = operand_of(parameters[p]);
  }
  for (const Constant& constant : graph.constants) {
    slots[constant.slot] = {.type = constant.value.type(),
                            .shape = constant.value.shape(),
                            .value = constant.value.has_value() ? &constant.value : nullptr};
  }
  std::vector<Operand> inputs;
  std::vector<Signature> outputs;
  for (const Node& node : graph.nodes) {
    inputs.clear();
    for (const size_t slot : node.inputs) inputs.push_back(slots[slot]);
    outputs.assign(node.outputs.size(), Signature());
    Result<void> inferred = infer_node(node, inputs, outputs, iterations);
    if (!inferred.ok()) return at_place(inferred.take_error(), node.place);
    for (size_t k = 0; k < outputs.size(); ++k) {
      slots[node.outputs[k]] = operand_of(outputs[k]);
    }
  }
  return slots;
}

Result<std::vector<Signature>> infer_graph(const Graph& graph, std::span<const Signature> parameters,
                                           Iterations iterations) {
  const std::vector<Operand> slots = TRY(infer_slots(graph, parameters, iterations));
  std::vector<Signature> results;
  for (const GraphResult& result : graph.results) results.push_back(signature_of(slots[result.slot]));
  return results;
}

std::vector<Signature> infer_body(const Graph& body, std::span<const PartialShape> shapes) {
  std::vector<Signature> parameters;
  for (const GraphParameter& parameter : body.parameters) parameters.push_back(parameter.declared);
  std::vector<Signature> narrowed = parameters;
  for (size_t p = 0; p < shapes.size(); ++p) narrowed[p].shape = parameters[p].shape.narrowed_by(shapes[p]);
  Result<std::vector<Signature>> results = infer_graph(body, narrowed, Iterations::kFirst);
  // Shapes at which the body would fail settle nothing: no iteration asks it.
  if (!results.ok()) results = infer_graph(body, parameters);
  return std::move(results).value();
}

}  // namespace backedge
