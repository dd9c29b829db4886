#pragma once

#include <memory>
#include <string>

#include "interpreter/tensorrt/layer_data.h"

/// The tensors and layers of TensorRT's network definition API. Programs include network.h.
namespace backedge::tensorrt {

class INetworkDefinition;

/// A value of the network: an input, or an output of a layer.
class ITensor {
 public:
  ITensor(ILayer& layer, int32_t index) : layer_(&layer), index_(index) {}
  ITensor(const ITensor&) = delete;
  ITensor& operator=(const ITensor&) = delete;

  const char* getName() const { return name_.c_str(); }
  void setName(const char* name) { name_ = name; }
  /// The inferred type; kFLOAT if a layer before breaks a rule.
  DataType getType() const;
  /// The inferred dimensions, -1 for those that only a run settles; nbDims -1: the rank is not known.
  Dims getDimensions() const;

  const ILayer& layer() const { return *layer_; }
  int32_t index() const { return index_; }

 private:
  ILayer* layer_;
  int32_t index_;
  std::string name_;
};

class ILayer {
 public:
  ILayer(INetworkDefinition& network, int64_t id, LayerData data, int32_t outputs);
  ILayer(const ILayer&) = delete;
  ILayer& operator=(const ILayer&) = delete;
  virtual ~ILayer() = default;

  int32_t getNbInputs() const { return static_cast<int32_t>(data_.inputs.size()); }
  ITensor* getInput(int32_t index) const;
  int32_t getNbOutputs() const { return static_cast<int32_t>(outputs_.size()); }
  /// null: there is no such output
  ITensor* getOutput(int32_t index) const;
  void setInput(int32_t index, ITensor& tensor);
  /// As the published text also writes it: setInput(1, u).
  void setInput(int32_t index, ITensor* tensor) { setInput(index, *tensor); }

  const char* getName() const { return data_.name.c_str(); }
  void setName(const char* name) { data_.name = name; }

  const LayerData& data() const { return data_; }
  int64_t id() const { return id_; }
  INetworkDefinition& network() const { return *network_; }

 protected:
  template <class Kind>
  Kind& arguments() {
    return std::get<Kind>(data_.arguments);
  }
  template <class Kind>
  const Kind& arguments() const {
    return std::get<Kind>(data_.arguments);
  }

  LayerData data_;

 private:
  INetworkDefinition* network_;
  int64_t id_;
  std::vector<std::unique_ptr<ITensor>> outputs_;
};

/// What a layer of one kind was made with; null for all other layers.
template <class Kind>
const Kind* arguments_of(const ILayer& layer) {
  return std::get_if<Kind>(&layer.data().arguments);
}

class IConstantLayer : public ILayer {
  using ILayer::ILayer;
};
class IElementWiseLayer : public ILayer {
  using ILayer::ILayer;
};
class IUnaryLayer : public ILayer {
  using ILayer::ILayer;
};
class IMatrixMultiplyLayer : public ILayer {
  using ILayer::ILayer;
};
class ISliceLayer : public ILayer {
  using ILayer::ILayer;
};
class IReduceLayer : public ILayer {
  using ILayer::ILayer;
};
class ISelectLayer : public ILayer {
  using ILayer::ILayer;
};
class IGatherLayer : public ILayer {
  using ILayer::ILayer;
};
class ITopKLayer : public ILayer {
  using ILayer::ILayer;
};
class IIdentityLayer : public ILayer {
  using ILayer::ILayer;
};
class ICastLayer : public ILayer {
  using ILayer::ILayer;
};
class IShapeLayer : public ILayer {
  using ILayer::ILayer;
};

class IActivationLayer : public ILayer {
  using ILayer::ILayer;

 public:
  void setAlpha(float alpha) { arguments<ActivationArguments>().alpha = alpha; }
  void setBeta(float beta) { arguments<ActivationArguments>().beta = beta; }
  float getAlpha() const { return static_cast<float>(arguments<ActivationArguments>().alpha); }
  float getBeta() const { return static_cast<float>(arguments<ActivationArguments>().beta); }
  ActivationType getActivationType() const { return arguments<ActivationArguments>().type; }
};

class IShuffleLayer : public ILayer {
  using ILayer::ILayer;

 public:
  void setFirstTranspose(Permutation permutation) { arguments<ShuffleArguments>().first = permutation; }
  void setReshapeDimensions(const Dims& dimensions) { arguments<ShuffleArguments>().dimensions = dimensions; }
  void setSecondTranspose(Permutation permutation) { arguments<ShuffleArguments>().second = permutation; }
  void setZeroIsPlaceholder(bool is) { arguments<ShuffleArguments>().zero_is_placeholder = is; }
};

class IConcatenationLayer : public ILayer {
  using ILayer::ILayer;

 public:
  void setAxis(int32_t axis) { arguments<ConcatenationArguments>().axis = axis; }
};

class ISoftMaxLayer : public ILayer {
  using ILayer::ILayer;

 public:
  void setAxes(uint32_t axes) { arguments<SoftMaxArguments>().axes = axes; }
};

class IFillLayer : public ILayer {
  using ILayer::ILayer;

 public:
  void setAlpha(double alpha) { arguments<FillArguments>().alpha = alpha; }
  void setBeta(double beta) { arguments<FillArguments>().beta = beta; }
  double getAlpha() const { return arguments<FillArguments>().alpha; }
  double getBeta() const { return arguments<FillArguments>().beta; }
};

class ILoopBoundaryLayer : public ILayer {
  using ILayer::ILayer;

 public:
  ILoop* getLoop() const { return data().loop; }
};
class ITripLimitLayer : public ILoopBoundaryLayer {
  using ILoopBoundaryLayer::ILoopBoundaryLayer;

 public:
  TripLimit getTripLimit() const { return arguments<TripLimitArguments>().limit; }
};
class IRecurrenceLayer : public ILoopBoundaryLayer {
  using ILoopBoundaryLayer::ILoopBoundaryLayer;
};
class IIteratorLayer : public ILoopBoundaryLayer {
  using ILoopBoundaryLayer::ILoopBoundaryLayer;

 public:
  void setAxis(int32_t axis) { arguments<IteratorArguments>().axis = axis; }
  int32_t getAxis() const { return arguments<IteratorArguments>().axis; }
  void setReverse(bool reverse) { arguments<IteratorArguments>().reverse = reverse; }
  bool getReverse() const { return arguments<IteratorArguments>().reverse; }
};
class ILoopOutputLayer : public ILoopBoundaryLayer {
  using ILoopBoundaryLayer::ILoopBoundaryLayer;

 public:
  LoopOutput getLoopOutput() const { return arguments<LoopOutputArguments>().kind; }
  void setAxis(int32_t axis) { arguments<LoopOutputArguments>().axis = axis; }
  int32_t getAxis() const { return arguments<LoopOutputArguments>().axis; }
};

class IIfConditionalBoundaryLayer : public ILayer {
  using ILayer::ILayer;

 public:
  IIfConditional* getConditional() const { return data().conditional; }
};
class IConditionLayer : public IIfConditionalBoundaryLayer {
  using IIfConditionalBoundaryLayer::IIfConditionalBoundaryLayer;
};
class IIfConditionalInputLayer : public IIfConditionalBoundaryLayer {
  using IIfConditionalBoundaryLayer::IIfConditionalBoundaryLayer;
};
class IIfConditionalOutputLayer : public IIfConditionalBoundaryLayer {
  using IIfConditionalBoundaryLayer::IIfConditionalBoundaryLayer;
};

}  // namespace backedge::tensorrt
