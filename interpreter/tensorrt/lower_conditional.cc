#include "interpreter/tensorrt/scope_lowering.h"

namespace backedge::tensorrt {
namespace {

struct ConditionalLowering {
  ScopeLowering& outer;
  std::vector<size_t> inputs;  // slots in `outer`; the condition comes first
  std::map<size_t, size_t> input_of_slot = {};
  std::vector<const ILayer*> outputs = {};
};

struct Branch {
  LoopNode node;
  std::vector<Signature> values;  // of the outputs
};

// The layers that compute the values of one branch: input `index` of every output.  [TRT-23]
Result<Branch> lower_branch(ConditionalLowering& conditional, ScopeId id, size_t index) {
  ScopeLowering branch(conditional.outer.lowering, id, &conditional.outer, conditional.outer.graph.file());
  LoopSpec spec{.bound = NumberOfParts()};
  branch.capture = [&](const ITensor& tensor, size_t slot) -> Result<size_t> {
    const auto [found, added] = conditional.input_of_slot.try_emplace(slot, conditional.inputs.size());
    if (added) conditional.inputs.push_back(slot);
    const Signature& declared = conditional.outer.graph.known(slot).signature;
    spec.parameters.push_back({InvariantInput{found->second}, declared, title_of(tensor), title_of(tensor)});
    return branch.graph.add_parameter(name_of(tensor), declared, tensor.layer().id());
  };
  std::vector<const ITensor*> roots;
  for (const ILayer* output : conditional.outputs) roots.push_back(output->data().inputs[index]);
  TRY(lower_items(branch, roots));
  Branch lowered;
  for (size_t k = 0; k < roots.size(); ++k) {
    const size_t slot = TRY(slot_of(branch, *roots[k]));
    branch.graph.builder().add_result(name_of(*roots[k]), slot, PartialShape::any(), roots[k]->layer().id());
    spec.results.push_back({PartialShape::any(), title_of(*roots[k])});
    spec.outputs.push_back({k, LastValue(), title_of(*conditional.outputs[k])});
    lowered.values.push_back(branch.graph.known(slot).signature);
  }
  lowered.node = {
      .dialect = "tensorrt-network", .spec = std::move(spec), .body = branch.graph.builder().finish_body()};
  return lowered;
}

}  // namespace

Result<void> lower_conditional(ScopeLowering& here, const Scope& scope, ScopeId id, const Wanted& wanted) {
  const size_t condition = TRY(slot_of(here, *scope.conditional->condition()->data().inputs[0]));
  if (!here.graph.known(condition).is_scalar_of(ElementType::kBoolean)) {  // [TRT-23]
    return Error("TRT-23", "the condition is " + here.graph.known(condition).signature.text() +
                               ", expected a 0D BOOL tensor")
        .of(title_of(scope));
  }
  ConditionalLowering conditional{here, {condition}};
  for (const ILayer* layer : scope.boundary) {
    const bool is_output = std::holds_alternative<ConditionalOutputArguments>(layer->data().arguments);
    if (is_output && wanted.contains(layer)) conditional.outputs.push_back(layer);
  }
  Branch then_branch = TRY(lower_branch(conditional, id, 0));
  Branch else_branch = TRY(lower_branch(conditional, id, 1));
  std::vector<Known> known;
  for (size_t k = 0; k < conditional.outputs.size(); ++k) {
    const Signature& a = then_branch.values[k];
    const Signature& b = else_branch.values[k];
    if (a.type != b.type) {  // [TRT-23]
      return Error("TRT-23", "the values are " + a.text() + " and " + b.text() + ", expected one type")
          .of(title_of(*conditional.outputs[k]));
    }
    known.push_back({{a.type, a.shape.joined_with(b.shape)}});
  }
  const std::string name = scope.conditional->getName();
  const std::vector<size_t> slots =
      here.graph.add_if(title_of(scope), name.empty() ? title_of(scope) : name, std::move(conditional.inputs),
                        {std::move(then_branch.node), std::move(else_branch.node)}, known);
  for (size_t k = 0; k < slots.size(); ++k) here.slots[conditional.outputs[k]->getOutput(0)] = slots[k];
  return {};
}

}  // namespace backedge::tensorrt
