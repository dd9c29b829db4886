#pragma once

#include <deque>
#include <memory>
#include <string>

#include "interpreter/tensorrt/layers.h"

/// TensorRT's network definition API. A program that builds a network includes this file instead of NvInfer.h;
/// backedge::load gives the network its meaning: docs/tensorrt_network.md, docs/spec/tensorrt_loops.md.
///
/// Nothing is checked while a network is built. load reports what is wrong with it.
namespace backedge::tensorrt {

/// A loop. Its limits, recurrences, iterators and outputs are layers of the network. The published text passes
/// pointers to its methods, the API's headers take references: both compile.
class ILoop {
 public:
  ILoop(INetworkDefinition& network, int64_t id) : network_(&network), id_(id) {}

  ITripLimitLayer* addTripLimit(ITensor& tensor, TripLimit limit);
  IRecurrenceLayer* addRecurrence(ITensor& initialValue);
  IIteratorLayer* addIterator(ITensor& tensor, int32_t axis = 0, bool reverse = false);
  ILoopOutputLayer* addLoopOutput(ITensor& tensor, LoopOutput outputKind, int32_t axis = 0);

  ITripLimitLayer* addTripLimit(ITensor* tensor, TripLimit limit) { return addTripLimit(*tensor, limit); }
  IRecurrenceLayer* addRecurrence(ITensor* initialValue) { return addRecurrence(*initialValue); }
  IIteratorLayer* addIterator(ITensor* tensor, int32_t axis = 0, bool reverse = false) {
    return addIterator(*tensor, axis, reverse);
  }
  ILoopOutputLayer* addLoopOutput(ITensor* tensor, LoopOutput outputKind, int32_t axis = 0) {
    return addLoopOutput(*tensor, outputKind, axis);
  }

  const char* getName() const { return name_.c_str(); }
  void setName(const char* name) { name_ = name; }

  int64_t id() const { return id_; }
  const std::vector<const ILayer*>& limits() const { return limits_; }

 private:
  INetworkDefinition* network_;
  int64_t id_;
  std::string name_;
  std::vector<const ILayer*> limits_;
};

/// A value that a condition chooses.
class IIfConditional {
 public:
  IIfConditional(INetworkDefinition& network, int64_t id) : network_(&network), id_(id) {}

  /// Replaces the condition if there is one.
  IConditionLayer* setCondition(ITensor& condition);
  IIfConditionalInputLayer* addInput(ITensor& input);
  IIfConditionalOutputLayer* addOutput(ITensor& trueSubgraphOutput, ITensor& falseSubgraphOutput);

  const char* getName() const { return name_.c_str(); }
  void setName(const char* name) { name_ = name; }

  int64_t id() const { return id_; }
  const ILayer* condition() const { return condition_; }

 private:
  INetworkDefinition* network_;
  int64_t id_;
  std::string name_;
  const ILayer* condition_ = nullptr;
};

class INetworkDefinition {
 public:
  INetworkDefinition() = default;
  INetworkDefinition(const INetworkDefinition&) = delete;
  INetworkDefinition& operator=(const INetworkDefinition&) = delete;

  ITensor* addInput(const char* name, DataType type, const Dims& dimensions);
  void markOutput(ITensor& tensor) { outputs_.push_back(&tensor); }
  ILoop* addLoop();
  IIfConditional* addIfConditional();

  IConstantLayer* addConstant(const Dims& dimensions, Weights weights);
  IElementWiseLayer* addElementWise(ITensor& input1, ITensor& input2, ElementWiseOperation op);
  IUnaryLayer* addUnary(ITensor& input, UnaryOperation operation);
  IActivationLayer* addActivation(ITensor& input, ActivationType type);
  IMatrixMultiplyLayer* addMatrixMultiply(ITensor& input0, MatrixOperation op0, ITensor& input1,
                                          MatrixOperation op1);
  IShuffleLayer* addShuffle(ITensor& input);
  ISliceLayer* addSlice(ITensor& input, const Dims& start, const Dims& size, const Dims& stride);
  IReduceLayer* addReduce(ITensor& input, ReduceOperation operation, uint32_t reduceAxes,
                          bool keepDimensions);
  IConcatenationLayer* addConcatenation(ITensor* const* inputs, int32_t nbInputs);
  ISelectLayer* addSelect(ITensor& condition, ITensor& thenInput, ITensor& elseInput);
  IGatherLayer* addGather(ITensor& data, ITensor& indices, int32_t axis);
  ITopKLayer* addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes);
  ISoftMaxLayer* addSoftMax(ITensor& input);
  IIdentityLayer* addIdentity(ITensor& input);
  ICastLayer* addCast(ITensor& input, DataType toType);
  IShapeLayer* addShape(ITensor& input);
  IFillLayer* addFill(const Dims& dimensions, FillOperation op, DataType outputType);

  int32_t getNbInputs() const { return static_cast<int32_t>(inputs_.size()); }
  /// null: there is no such input or output
  ITensor* getInput(int32_t index) const;
  int32_t getNbOutputs() const { return static_cast<int32_t>(outputs_.size()); }
  ITensor* getOutput(int32_t index) const;
  const char* getName() const { return name_.c_str(); }
  void setName(const char* name) { name_ = name; }

  /// The layers and the inputs, by id.
  const std::vector<std::unique_ptr<ILayer>>& layers() const { return layers_; }
  const std::deque<ILoop>& loops() const { return loops_; }
  const std::deque<IIfConditional>& conditionals() const { return conditionals_; }
  const std::vector<ITensor*>& inputs() const { return inputs_; }
  const std::vector<ITensor*>& outputs() const { return outputs_; }
  /// The first call that makes no sense, for people; "": none.
  const std::string& fault() const { return fault_; }
  void set_fault(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  /// Adds a layer of the class Kind: what all methods above do, and those of loops and conditionals.
  template <class Kind>
  Kind* add(LayerData data, int32_t outputs = 1) {
    auto layer = std::make_unique<Kind>(*this, std::ssize(layers_), std::move(data), outputs);
    Kind* const added = layer.get();
    layers_.push_back(std::move(layer));
    return added;
  }

 private:
  std::vector<std::unique_ptr<ILayer>> layers_;
  std::deque<ILoop> loops_;
  std::deque<IIfConditional> conditionals_;
  std::vector<ITensor*> inputs_;
  std::vector<ITensor*> outputs_;
  std::string name_ = "network";
  std::string fault_;
};

/// An empty network. TensorRT's own programs get one from IBuilder.
inline std::unique_ptr<INetworkDefinition> createNetwork() { return std::make_unique<INetworkDefinition>(); }

/// The published text calls this method without a network: a tensor knows its own.
inline IElementWiseLayer* addElementWise(ITensor& input1, ITensor& input2, ElementWiseOperation op) {
  return input1.layer().network().addElementWise(input1, input2, op);
}

}  // namespace backedge::tensorrt

/// The name in TensorRT's programs.
namespace nvinfer1 = backedge::tensorrt;
