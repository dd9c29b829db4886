#include "interpreter/tensorrt/network.h"

#include <algorithm>
#include <cstring>

#include "interpreter/tensorrt/element_types.h"

namespace backedge::tensorrt {
namespace {

// How many inputs a layer of each kind may be given by setInput, if more than it is made with.
size_t most_inputs(const LayerData& data) {
  if (std::holds_alternative<RecurrenceArguments>(data.arguments)) return 2;
  if (std::holds_alternative<LoopOutputArguments>(data.arguments)) return 2;
  if (std::holds_alternative<ShuffleArguments>(data.arguments)) return 2;
  if (std::holds_alternative<SliceArguments>(data.arguments)) return 4;
  if (std::holds_alternative<FillArguments>(data.arguments)) return 3;
  return data.inputs.size();
}

// The value of a constant; none if the weights do not fit.
std::optional<Tensor> read_weights(const Dims& dimensions, const Weights& weights) {
  const std::optional<ElementType> type = element_type_of(weights.type);
  if (!type || dimensions.nbDims < 0 || dimensions.nbDims > Dims::MAX_DIMS || weights.count < 0)
    return std::nullopt;
  const Shape shape(std::span(dimensions.d, static_cast<size_t>(dimensions.nbDims)));
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(*type));
  if (!bytes || shape.count() != weights.count || (weights.values == nullptr && *bytes > 0))
    return std::nullopt;
  Tensor value = Tensor::zeros(*type, shape);
  if (*bytes > 0) std::memcpy(value.writable_bytes(), weights.values, static_cast<size_t>(*bytes));
  return value;
}

}  // namespace

ILayer::ILayer(INetworkDefinition& network, int64_t id, LayerData data, int32_t outputs)
    : data_(std::move(data)), network_(&network), id_(id) {
  for (int32_t k = 0; k < outputs; ++k) outputs_.push_back(std::make_unique<ITensor>(*this, k));
}

ITensor* ILayer::getInput(int32_t index) const {
  const bool exists = index >= 0 && index < getNbInputs();
  return exists ? const_cast<ITensor*>(data_.inputs[static_cast<size_t>(index)]) : nullptr;
}

ITensor* ILayer::getOutput(int32_t index) const {
  return index >= 0 && index < getNbOutputs() ? outputs_[static_cast<size_t>(index)].get() : nullptr;
}

void ILayer::setInput(int32_t index, ITensor& tensor) {
  const size_t most = most_inputs(data_);
  if (index < 0 || static_cast<size_t>(index) >= most) {
    network_->set_fault("setInput: " + data_.kind + " has no input " + std::to_string(index));
    return;
  }
  const auto place = static_cast<size_t>(index);
  data_.inputs.resize(std::max(data_.inputs.size(), place + 1), nullptr);
  data_.inputs[place] = &tensor;
}

ITripLimitLayer* ILoop::addTripLimit(ITensor& tensor, TripLimit limit) {
  ITripLimitLayer* const layer = network_->add<ITripLimitLayer>(
      {.arguments = TripLimitArguments{limit}, .inputs = {&tensor}, .loop = this, .kind = "TripLimit"}, 0);
  limits_.push_back(layer);
  return layer;
}

IRecurrenceLayer* ILoop::addRecurrence(ITensor& initialValue) {
  return network_->add<IRecurrenceLayer>(
      {.arguments = RecurrenceArguments{}, .inputs = {&initialValue}, .loop = this, .kind = "Recurrence"});
}

IIteratorLayer* ILoop::addIterator(ITensor& tensor, int32_t axis, bool reverse) {
  return network_->add<IIteratorLayer>(
      {.arguments = IteratorArguments{axis, reverse}, .inputs = {&tensor}, .loop = this, .kind = "Iterator"});
}

ILoopOutputLayer* ILoop::addLoopOutput(ITensor& tensor, LoopOutput outputKind, int32_t axis) {
  return network_->add<ILoopOutputLayer>({.arguments = LoopOutputArguments{outputKind, axis},
                                          .inputs = {&tensor},
                                          .loop = this,
                                          .kind = "LoopOutput"});
}

IConditionLayer* IIfConditional::setCondition(ITensor& condition) {
  IConditionLayer* const layer = network_->add<IConditionLayer>(
      {.arguments = ConditionArguments{}, .inputs = {&condition}, .conditional = this, .kind = "Condition"},
      0);
  condition_ = layer;
  return layer;
}

IIfConditionalInputLayer* IIfConditional::addInput(ITensor& input) {
  return network_->add<IIfConditionalInputLayer>({.arguments = ConditionalInputArguments{},
                                                  .inputs = {&input},
                                                  .conditional = this,
                                                  .kind = "IfConditionalInput"});
}

IIfConditionalOutputLayer* IIfConditional::addOutput(ITensor& trueSubgraphOutput,
                                                     ITensor& falseSubgraphOutput) {
  return network_->add<IIfConditionalOutputLayer>({.arguments = ConditionalOutputArguments{},
                                                   .inputs = {&trueSubgraphOutput, &falseSubgraphOutput},
                                                   .conditional = this,
                                                   .kind = "IfConditionalOutput"});
}

ITensor* INetworkDefinition::addInput(const char* name, DataType type, const Dims& dimensions) {
  ILayer* const layer =
      add<ILayer>({.arguments = InputArguments{type, dimensions}, .kind = "Input", .name = name});
  inputs_.push_back(layer->getOutput(0));
  inputs_.back()->setName(name);
  return inputs_.back();
}

ITensor* INetworkDefinition::getInput(int32_t index) const {
  return index >= 0 && index < getNbInputs() ? inputs_[static_cast<size_t>(index)] : nullptr;
}

ITensor* INetworkDefinition::getOutput(int32_t index) const {
  return index >= 0 && index < getNbOutputs() ? outputs_[static_cast<size_t>(index)] : nullptr;
}

ILoop* INetworkDefinition::addLoop() {
  loops_.emplace_back(*this, std::ssize(loops_));
  return &loops_.back();
}

IIfConditional* INetworkDefinition::addIfConditional() {
  conditionals_.emplace_back(*this, std::ssize(conditionals_));
  return &conditionals_.back();
}

IConstantLayer* INetworkDefinition::addConstant(const Dims& dimensions, Weights weights) {
  return add<IConstantLayer>(
      {.arguments = ConstantArguments{read_weights(dimensions, weights)}, .kind = "Constant"});
}

IElementWiseLayer* INetworkDefinition::addElementWise(ITensor& input1, ITensor& input2,
                                                      ElementWiseOperation op) {
  return add<IElementWiseLayer>(
      {.arguments = ElementWiseArguments{op}, .inputs = {&input1, &input2}, .kind = "ElementWise"});
}

IUnaryLayer* INetworkDefinition::addUnary(ITensor& input, UnaryOperation operation) {
  return add<IUnaryLayer>({.arguments = UnaryArguments{operation}, .inputs = {&input}, .kind = "Unary"});
}

IActivationLayer* INetworkDefinition::addActivation(ITensor& input, ActivationType type) {
  return add<IActivationLayer>(
      {.arguments = ActivationArguments{type}, .inputs = {&input}, .kind = "Activation"});
}

IMatrixMultiplyLayer* INetworkDefinition::addMatrixMultiply(ITensor& input0, MatrixOperation op0,
                                                            ITensor& input1, MatrixOperation op1) {
  return add<IMatrixMultiplyLayer>({.arguments = MatrixMultiplyArguments{op0, op1},
                                    .inputs = {&input0, &input1},
                                    .kind = "MatrixMultiply"});
}

IShuffleLayer* INetworkDefinition::addShuffle(ITensor& input) {
  return add<IShuffleLayer>({.arguments = ShuffleArguments{}, .inputs = {&input}, .kind = "Shuffle"});
}

ISliceLayer* INetworkDefinition::addSlice(ITensor& input, const Dims& start, const Dims& size,
                                          const Dims& stride) {
  return add<ISliceLayer>(
      {.arguments = SliceArguments{start, size, stride}, .inputs = {&input}, .kind = "Slice"});
}

IReduceLayer* INetworkDefinition::addReduce(ITensor& input, ReduceOperation operation, uint32_t reduceAxes,
                                            bool keepDimensions) {
  return add<IReduceLayer>({.arguments = ReduceArguments{operation, reduceAxes, keepDimensions},
                            .inputs = {&input},
                            .kind = "Reduce"});
}

IConcatenationLayer* INetworkDefinition::addConcatenation(ITensor* const* inputs, int32_t nbInputs) {
  return add<IConcatenationLayer>({.arguments = ConcatenationArguments{},
                                   .inputs = {inputs, inputs + nbInputs},
                                   .kind = "Concatenation"});
}

ISelectLayer* INetworkDefinition::addSelect(ITensor& condition, ITensor& thenInput, ITensor& elseInput) {
  return add<ISelectLayer>(
      {.arguments = SelectArguments{}, .inputs = {&condition, &thenInput, &elseInput}, .kind = "Select"});
}

IGatherLayer* INetworkDefinition::addGather(ITensor& data, ITensor& indices, int32_t axis) {
  return add<IGatherLayer>(
      {.arguments = GatherArguments{axis}, .inputs = {&data, &indices}, .kind = "Gather"});
}

ITopKLayer* INetworkDefinition::addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes) {
  return add<ITopKLayer>({.arguments = TopKArguments{op, k, reduceAxes}, .inputs = {&input}, .kind = "TopK"},
                         2);
}

ISoftMaxLayer* INetworkDefinition::addSoftMax(ITensor& input) {
  return add<ISoftMaxLayer>({.arguments = SoftMaxArguments{}, .inputs = {&input}, .kind = "SoftMax"});
}

IIdentityLayer* INetworkDefinition::addIdentity(ITensor& input) {
  return add<IIdentityLayer>({.arguments = IdentityArguments{}, .inputs = {&input}, .kind = "Identity"});
}

ICastLayer* INetworkDefinition::addCast(ITensor& input, DataType toType) {
  return add<ICastLayer>({.arguments = CastArguments{toType}, .inputs = {&input}, .kind = "Cast"});
}

IShapeLayer* INetworkDefinition::addShape(ITensor& input) {
  return add<IShapeLayer>({.arguments = ShapeArguments{}, .inputs = {&input}, .kind = "Shape"});
}

IFillLayer* INetworkDefinition::addFill(const Dims& dimensions, FillOperation op, DataType outputType) {
  return add<IFillLayer>({.arguments = FillArguments{dimensions, op, outputType}, .kind = "Fill"});
}

}  // namespace backedge::tensorrt
