#include "interpreter/tensorrt/scope_writer.h"

#include "interpreter/tensorrt/write_layer.h"

namespace backedge::tensorrt {
namespace {

// Whether a wanted value comes out of an item.
bool makes_wanted(const ScopeWriter& writer, const Item& item, const Wanted& wanted) {
  if (item.layer != nullptr) return wanted.contains(item.layer);
  const auto& boundary = writer.lowering.nesting.scopes[item.scope].boundary;
  return std::any_of(boundary.begin(), boundary.end(),
                     [&](const ILayer* layer) { return wanted.contains(layer); });
}

bool is_within(const Nesting& nesting, ScopeId scope, ScopeId around) {
  while (scope != around && scope != kNetworkScope) scope = nesting.scopes[scope].parent;
  return scope == around;
}

// The layers in a scope, and in the scopes within it, that these values depend on. A loop adds the inputs of
// its limits. Its recurrences and iterators are wanted only if an output or a limit reaches them.  [TRT-2]
Wanted find_wanted(const ScopeWriter& writer, std::span<const ITensor* const> roots) {
  const Nesting& nesting = writer.lowering.nesting;
  Wanted wanted;
  std::vector<const ILayer*> waiting;
  const auto want = [&](std::span<const ITensor* const> tensors) {
    for (const ITensor* tensor : tensors) {
      if (tensor == nullptr || !is_within(nesting, nesting.home_of(*tensor), writer.scope)) continue;
      const ILayer& layer = tensor->layer();
      const bool is_entry =
          writer.scope != kNetworkScope && boundary_scope(writer.lowering.network, layer) == writer.scope;
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
  const auto layers = static_cast<int64_t>(lowering.network.layers().size());
  if (++lowering.written - layers <= kMostRepeated) return {};
  return Error("LIMIT-6", "the conditions of the loops repeat more than " +  // [LIMIT-6]
                              std::to_string(kMostRepeated) + " layers");
}

Result<void> write_item(ScopeWriter& writer, const Item& item, const Wanted& wanted) {
  TRY(count_layer(writer.lowering));
  if (item.layer == nullptr) {
    const Scope& scope = writer.lowering.nesting.scopes[item.scope];
    return scope.loop != nullptr ? write_loop(writer, scope, item.scope, wanted)
                                 : write_conditional(writer, scope, item.scope, wanted);
  }
  std::vector<size_t> inputs;
  for (const ITensor* input : item.layer->data().inputs)
    inputs.push_back(input == nullptr ? 0 : TRY(slot_of(writer, *input)));
  Result<std::vector<size_t>> outputs = write_layer(writer.graph, *item.layer, inputs);
  if (!outputs.ok()) return outputs.take_error().of(title_of(*item.layer));
  for (size_t k = 0; k < outputs.value().size(); ++k)
    writer.slots[item.layer->getOutput(static_cast<int32_t>(k))] = outputs.value()[k];
  return {};
}

}  // namespace

Result<size_t> slot_of(ScopeWriter& writer, const ITensor& tensor) {
  const auto found = writer.slots.find(&tensor);
  if (found != writer.slots.end()) return found->second;
  CHECK(writer.outer != nullptr);
  const LayerData& data = tensor.layer().data();
  const bool is_own_input = std::holds_alternative<ConditionalInputArguments>(data.arguments) &&
                            writer.lowering.nesting.home_of(tensor) == writer.scope;
  const ITensor& outside = is_own_input ? *data.inputs[0] : tensor;
  const size_t outer_slot = TRY(slot_of(*writer.outer, outside));
  const Known& known = writer.outer->graph.known(outer_slot);
  const size_t slot = known.value ? writer.graph.add_constant(*known.value, name_of(outside))
                                  : TRY(writer.capture(outside, outer_slot));
  writer.slots[&tensor] = slot;
  return slot;
}

const Known& known_of(ScopeWriter& writer, const ITensor& tensor) {
  return writer.graph.known(writer.slots.at(&tensor));
}

Result<void> write_items(ScopeWriter& writer, std::span<const ITensor* const> roots) {
  const Wanted wanted = find_wanted(writer, roots);
  for (const Item& item : writer.lowering.nesting.scopes[writer.scope].items) {
    if (makes_wanted(writer, item, wanted)) TRY(write_item(writer, item, wanted));
  }
  return {};
}

}  // namespace backedge::tensorrt
