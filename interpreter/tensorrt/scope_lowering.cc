#include "interpreter/tensorrt/scope_lowering.h"

#include "interpreter/tensorrt/lower_layer.h"

namespace backedge::tensorrt {
namespace {

// Whether a wanted value comes out of an item.
bool makes_wanted(const ScopeLowering& here, const Item& item, const Wanted& wanted) {
  if (item.layer != nullptr) return wanted.contains(item.layer);
  const auto& boundary = here.lowering.nesting.scopes[item.scope].boundary;
  return std::any_of(boundary.begin(), boundary.end(),
                     [&](const ILayer* layer) { return wanted.contains(layer); });
}

bool is_within(const Nesting& nesting, ScopeId scope, ScopeId around) {
  while (scope != around && scope != kNetworkScope) scope = nesting.scopes[scope].parent;
  return scope == around;
}

// The layers in a scope, and in the scopes within it, that these values depend on. A loop adds the inputs of
// its limits. Its recurrences and iterators are wanted only if an output or a limit reaches them.  [TRT-2]
Wanted find_wanted(const ScopeLowering& here, std::span<const ITensor* const> roots) {
  const Nesting& nesting = here.lowering.nesting;
  Wanted wanted;
  std::vector<const ILayer*> waiting;
  const auto want = [&](std::span<const ITensor* const> tensors) {
    for (const ITensor* tensor : tensors) {
      if (tensor == nullptr || !is_within(nesting, nesting.home_of(*tensor), here.scope)) continue;
      const ILayer& layer = tensor->layer();
      const bool is_entry =
          here.scope != kNetworkScope && boundary_scope(here.lowering.network, layer) == here.scope;
      if (!is_entry && wanted.insert(&layer).second) waiting.push_back(&layer);
    }
  };
  want(roots);
  while (!waiting.empty()) {
    const LayerData& data = waiting.back()->data();
    waiting.pop_back();
    want(data.inputs);
    if (data.loop != nullptr) {
      for (const ILayer* limit : data.loop->limits()) want(limit->data().inputs);
    }
    if (data.conditional != nullptr) want(data.conditional->condition()->data().inputs);
  }
  return wanted;
}

// A condition repeats what it needs of the body, and so do the conditions of the loops that it needs.
// [LIMIT-6]
constexpr int64_t kMostRepeated = 16'384;

Result<void> count_layer(Lowering& lowering) {
  if (lowering.deadline.look()) return time_is_over(lowering.deadline);
  const int64_t layers = std::ssize(lowering.network.layers());
  if (++lowering.lowered - layers <= kMostRepeated) return {};
  return Error("LIMIT-6", "the conditions of the loops repeat more than " +  // [LIMIT-6]
                              std::to_string(kMostRepeated) + " layers");
}

Result<void> lower_item(ScopeLowering& here, const Item& item, const Wanted& wanted) {
  TRY(count_layer(here.lowering));
  if (item.layer == nullptr) {
    const Scope& scope = here.lowering.nesting.scopes[item.scope];
    return scope.loop != nullptr ? lower_loop(here, scope, item.scope, wanted)
                                 : lower_conditional(here, scope, item.scope, wanted);
  }
  std::vector<size_t> inputs;
  for (const ITensor* input : item.layer->data().inputs)
    inputs.push_back(input == nullptr ? 0 : TRY(slot_of(here, *input)));
  Result<std::vector<size_t>> outputs = lower_layer(here.graph, *item.layer, inputs);
  if (!outputs.ok()) return outputs.take_error().of(title_of(*item.layer));
  for (size_t k = 0; k < outputs.value().size(); ++k)
    here.slots[item.layer->getOutput(static_cast<int32_t>(k))] = outputs.value()[k];
  return {};
}

}  // namespace

Result<size_t> slot_of(ScopeLowering& here, const ITensor& tensor) {
  const auto found = here.slots.find(&tensor);
  if (found != here.slots.end()) return found->second;
  CHECK(here.outer != nullptr);
  const LayerData& data = tensor.layer().data();
  const bool is_own_input = std::holds_alternative<ConditionalInputArguments>(data.arguments) &&
                            here.lowering.nesting.home_of(tensor) == here.scope;
  const ITensor& outside = is_own_input ? *data.inputs[0] : tensor;
  const size_t outer_slot = TRY(slot_of(*here.outer, outside));
  const Known& known = here.outer->graph.known(outer_slot);
  const size_t slot = known.value ? here.graph.add_constant(*known.value, name_of(outside))
                                  : TRY(here.capture(outside, outer_slot));
  here.slots[&tensor] = slot;
  return slot;
}

const Known& known_of(ScopeLowering& here, const ITensor& tensor) {
  return here.graph.known(here.slots.at(&tensor));
}

Result<void> lower_items(ScopeLowering& here, std::span<const ITensor* const> roots) {
  const Wanted wanted = find_wanted(here, roots);
  for (const Item& item : here.lowering.nesting.scopes[here.scope].items) {
    if (makes_wanted(here, item, wanted)) TRY(lower_item(here, item, wanted));
  }
  return {};
}

}  // namespace backedge::tensorrt
