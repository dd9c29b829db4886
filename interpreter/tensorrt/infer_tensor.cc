#include <map>
#include <set>

#include "interpreter/tensorrt/element_types.h"
#include "interpreter/tensorrt/lower_layer.h"

/// ITensor::getType and ITensor::getDimensions, while a network is built. Nothing is checked: a layer that
/// breaks a rule has no dimensions.
namespace backedge::tensorrt {
namespace {

struct Inference {
  std::map<const ITensor*, std::optional<Known>> known = {};  // without a value: it breaks a rule
  std::set<const ILayer*> entered = {};

  std::optional<Known> of(const ITensor* tensor) const {
    const auto found = known.find(tensor);
    return found == known.end() ? std::nullopt : found->second;
  }
};

// What the types and dimensions of the outputs depend on. Without the next values of recurrences it is acyclic.
std::span<const ITensor* const> sources_of(const ILayer& layer) {
  const std::span<const ITensor* const> inputs = layer.data().inputs;
  return arguments_of<RecurrenceArguments>(layer) != nullptr ? inputs.first(1) : inputs;
}

std::optional<Signature> element_of(const Signature& whole, int64_t axis) {
  if (!whole.shape.rank_known()) return whole;
  if (axis < 0 || axis >= whole.shape.rank()) return std::nullopt;
  return Signature{whole.type, without_axis(whole.shape, axis)};
}

std::optional<Signature> stack_of(const Signature& element, int64_t axis,
                                  const std::optional<Known>& length) {
  if (!element.shape.rank_known() || element.shape.rank() == kMaxRank) return std::nullopt;
  if (axis < 0 || axis > element.shape.rank()) return std::nullopt;
  const bool is_known = length && length->is_scalar_integer() && length->value;
  const Dimension dimension = is_known && integer_in(*length->value) >= 0
                                  ? Dimension::exactly(integer_in(*length->value))
                                  : Dimension::any();
  return Signature{element.type, with_axis(element.shape, axis, dimension)};
}

// The output of a layer at the border of a loop or a conditional.
std::optional<Signature> infer_border(const Inference& inference, const ILayer& layer) {
  const std::span<const ITensor* const> inputs = layer.data().inputs;
  const std::optional<Known> first = inference.of(inputs[0]);
  if (!first) return std::nullopt;
  if (const auto* iterator = arguments_of<IteratorArguments>(layer))
    return element_of(first->signature, iterator->axis);
  if (const auto* output = arguments_of<LoopOutputArguments>(layer)) {
    if (output->kind == LoopOutput::kLAST_VALUE) return first->signature;
    const std::optional<Known> length = inputs.size() > 1 ? inference.of(inputs[1]) : std::nullopt;
    return stack_of(first->signature, output->axis, length);
  }
  if (arguments_of<ConditionalOutputArguments>(layer) == nullptr) return first->signature;
  const std::optional<Known> second = inference.of(inputs[1]);
  if (!second || first->signature.type != second->signature.type) return std::nullopt;
  return Signature{first->signature.type, first->signature.shape.joined_with(second->signature.shape)};
}

Result<std::vector<Known>> infer_ordinary(const Inference& inference, const ILayer& layer) {
  GraphLowering graph("");
  std::vector<size_t> slots;
  for (const ITensor* input : layer.data().inputs) {
    const std::optional<Known> known = inference.of(input);
    if (input != nullptr && !known) return std::vector<Known>();
    if (!known || !known->value) {
      slots.push_back(graph.add_parameter("", known ? known->signature : Signature()));
    } else {
      slots.push_back(graph.add_constant(*known->value));
    }
  }
  std::vector<Known> outputs;
  for (const size_t slot : TRY(lower_layer(graph, layer, slots))) outputs.push_back(graph.known(slot));
  return outputs;
}

Result<std::vector<Known>> infer_layer(const Inference& inference, const ILayer& layer) {
  if (const auto* input = arguments_of<InputArguments>(layer))
    return std::vector<Known>{{TRY(declared_signature(*input))}};
  if (layer.data().loop == nullptr && layer.data().conditional == nullptr)
    return infer_ordinary(inference, layer);
  const std::optional<Signature> signature = infer_border(inference, layer);
  return signature ? std::vector<Known>{{*signature}} : std::vector<Known>();
}

// Each layer after those that it reads. A chain may be long, so no function calls itself.
std::optional<Signature> infer(const ITensor& tensor) {
  Inference inference;
  std::vector<const ILayer*> waiting = {&tensor.layer()};
  while (!waiting.empty()) {
    const ILayer& layer = *waiting.back();
    const bool is_new = inference.entered.insert(&layer).second;
    if (is_new) {
      for (const ITensor* input : sources_of(layer)) {
        if (input != nullptr && !inference.entered.contains(&input->layer()))
          waiting.push_back(&input->layer());
      }
      continue;
    }
    waiting.pop_back();
    if (inference.known.contains(layer.getOutput(0))) continue;
    const Result<std::vector<Known>> outputs = infer_layer(inference, layer);
    for (int32_t k = 0; k < layer.getNbOutputs(); ++k) {
      const auto place = static_cast<size_t>(k);
      const bool is_inferred = outputs.ok() && place < outputs.value().size();
      inference.known[layer.getOutput(k)] =
          is_inferred ? std::optional(outputs.value()[place]) : std::nullopt;
    }
  }
  const std::optional<Known> known = inference.of(&tensor);
  return known ? std::optional(known->signature) : std::nullopt;
}

}  // namespace

DataType ITensor::getType() const {
  const std::optional<Signature> signature = infer(*this);
  for (int32_t type = 0; signature && type <= static_cast<int32_t>(DataType::kINT4); ++type) {
    if (element_type_of(static_cast<DataType>(type)) == signature->type) return static_cast<DataType>(type);
  }
  return DataType::kFLOAT;
}

Dims ITensor::getDimensions() const {
  const std::optional<Signature> signature = infer(*this);
  Dims dims{.nbDims = -1};
  if (!signature || !signature->shape.rank_known() || signature->shape.rank() > Dims::MAX_DIMS) return dims;
  dims.nbDims = static_cast<int32_t>(signature->shape.rank());
  for (int32_t axis = 0; axis < dims.nbDims; ++axis) {
    const Dimension dimension = signature->shape[axis];
    dims.d[axis] = dimension.known() ? dimension.min : -1;
  }
  return dims;
}

}  // namespace backedge::tensorrt
