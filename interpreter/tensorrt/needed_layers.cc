#include "interpreter/tensorrt/needed_layers.h"

#include <algorithm>

#include "interpreter/tensorrt/titles.h"

namespace backedge::tensorrt {
namespace {

Error at(const ILayer& layer, Error error) { return std::move(error).of(title_of(layer)); }

Result<void> check_limits(const ILoop& loop) {
  const std::vector<const ILayer*>& limits = loop.limits();
  const std::string title = title_of(loop);
  if (limits.empty()) {  // [TRT-9]
    return Error("TRT-9", "the loop has no trip limit, expected kCOUNT or kWHILE").of(title);
  }
  const auto counts = std::count_if(limits.begin(), limits.end(), [](const ILayer* limit) {
    return arguments_of<TripLimitArguments>(*limit)->limit == TripLimit::kCOUNT;
  });
  if (counts <= 1 && std::ssize(limits) - counts <= 1) return {};
  return Error("TRT-8", "the loop has two trip limits of one kind").of(title);  // [TRT-8]
}

Result<void> check_loop_output(const ILayer& layer, LoopOutput kind) {
  const LayerData& data = layer.data();
  const bool has_length = data.inputs.size() > 1 && data.inputs[1] != nullptr;
  if (kind != LoopOutput::kLAST_VALUE) {
    if (has_length) return {};
    return Error("TRT-13", "the output has no length: setInput(1, length)");  // [TRT-13]
  }
  if (has_length) return Error("TRT-13", "kLAST_VALUE is given a length, expected none");  // [TRT-13]
  const ILayer& source = data.inputs[0]->layer();
  if (arguments_of<RecurrenceArguments>(source) != nullptr && source.data().loop == data.loop) return {};
  // [TRT-10]
  return Error("TRT-10", title_of(*data.inputs[0]) + " is not the output of a recurrence of this loop")
      .note("kLAST_VALUE takes only such an output");
}

// Whether the loop or conditional of a layer is complete, and the layer itself.
Result<void> check_complete(const ILayer& layer) {
  const LayerData& data = layer.data();
  if (data.loop != nullptr) TRY(check_limits(*data.loop));
  if (data.conditional != nullptr && data.conditional->condition() == nullptr) {  // [TRT-23]
    return Error("TRT-23", "the conditional has no condition: setCondition(condition)");
  }
  if (arguments_of<RecurrenceArguments>(layer) != nullptr &&
      (data.inputs.size() < 2 || data.inputs[1] == nullptr)) {
    return Error("TRT-3", "the recurrence has no next value: setInput(1, next)");  // [TRT-3]
  }
  if (const auto* output = arguments_of<LoopOutputArguments>(layer))
    return check_loop_output(layer, output->kind);
  return {};
}

// Tensors of another network would be taken for those of this one that have the same numbers.
Result<void> check_owner(const INetworkDefinition& network, const ITensor& tensor) {
  if (&tensor.layer().network() == &network) return {};
  return Error("TRT-22", title_of(tensor) + " belongs to another network");  // [TRT-22]
}

}  // namespace

Result<std::vector<bool>> find_needed_layers(const INetworkDefinition& network) {
  std::vector<bool> needed(network.layers().size(), false);
  std::vector<const ILayer*> waiting;
  const auto need = [&](const ILayer& layer) {
    if (needed[static_cast<size_t>(layer.id())]) return;
    needed[static_cast<size_t>(layer.id())] = true;
    waiting.push_back(&layer);
  };
  for (const ITensor* output : network.outputs()) {
    TRY(check_owner(network, *output));
    need(output->layer());
  }
  while (!waiting.empty()) {
    const ILayer& layer = *waiting.back();
    waiting.pop_back();
    for (const ITensor* input : layer.data().inputs) {
      if (input == nullptr) continue;
      Result<void> owned = check_owner(network, *input);
      if (!owned.ok()) return at(layer, owned.take_error());
      need(input->layer());
    }
    Result<void> complete = check_complete(layer);
    if (!complete.ok()) return at(layer, complete.take_error());
    if (layer.data().loop != nullptr) {
      for (const ILayer* limit : layer.data().loop->limits()) need(*limit);
    }
    if (layer.data().conditional != nullptr) need(*layer.data().conditional->condition());
  }
  return needed;  // [TRT-20]
}

}  // namespace backedge::tensorrt
