#include "interpreter/tensorrt/lower_network.h"

#include <set>

#include "interpreter/base/safe_text.h"
#include "interpreter/tensorrt/lower_layer.h"
#include "interpreter/tensorrt/scope_lowering.h"

namespace backedge::tensorrt {
namespace {

Result<void> add_inputs(ScopeLowering& here) {
  std::set<std::string> names;
  for (const ITensor* input : here.lowering.network.inputs()) {
    Result<Signature> signature =
        declared_signature(std::get<InputArguments>(input->layer().data().arguments));
    if (!signature.ok()) return signature.take_error().of(title_of(*input));
    const std::string name = name_of(*input);
    if (!names.insert(name).second)  // [TRT-22]
      return Error("TRT-22", "two inputs have the name \"" + safe_line(name) + "\"");
    here.slots[input] = here.graph.add_parameter(name, signature.value(), input->layer().id());
  }
  return {};
}

// Outputs are found by their names.
Result<void> check_outputs(const INetworkDefinition& network) {
  std::set<std::string> names;
  for (const ITensor* output : network.outputs()) {
    const std::string name = name_of(*output);
    if (!names.insert(name).second)  // [TRT-22]
      return Error("TRT-22", "two outputs have the name \"" + safe_line(name) + "\"");
  }
  return {};
}

Result<void> check_constants(const INetworkDefinition& network, int64_t max_bytes) {
  int64_t bytes = 0;
  for (const auto& layer : network.layers()) {
    const auto* constant = arguments_of<ConstantArguments>(*layer);
    if (constant == nullptr || !constant->value) continue;
    bytes += constant->value->byte_count();
    if (bytes <= max_bytes) continue;  // [LIMIT-1]
    return Error("LIMIT-1",
                 "the constants take more than the limit of " + std::to_string(max_bytes) + " bytes")
        .of(title_of(*layer));
  }
  return {};
}

Result<std::shared_ptr<const Graph>> lower(const INetworkDefinition& network, const std::string& file,
                                           const LowerLimits& limits) {
  if (!network.fault().empty()) return Error("TRT-22", network.fault());  // [TRT-22]
  TRY(check_outputs(network));
  TRY(check_constants(network, limits.max_bytes));
  Deadline endless;
  Nesting nesting = TRY(find_nesting(network, limits.max_depth));
  Lowering lowering{network, std::move(nesting), limits.deadline == nullptr ? endless : *limits.deadline};
  ScopeLowering here(lowering, kNetworkScope, nullptr, file);
  TRY(add_inputs(here));
  TRY(lower_items(here, network.outputs()));
  for (const ITensor* output : network.outputs()) {
    here.graph.builder().add_result(name_of(*output), TRY(slot_of(here, *output)), PartialShape::any(),
                                    output->layer().id());
  }
  return here.graph.builder().finish();
}

}  // namespace

Result<std::shared_ptr<const Graph>> lower_network(const INetworkDefinition& network, const std::string& file,
                                                   const LowerLimits& limits) {
  Result<std::shared_ptr<const Graph>> lowered = lower(network, file, limits);
  if (!lowered.ok()) return lowered.take_error().at(file, 0).in(Phase::kLoad);
  return lowered;
}

}  // namespace backedge::tensorrt
