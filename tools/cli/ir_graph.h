#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/openvino/model.h"
#include "interpreter/tensor/signature.h"
#include "interpreter/tensor/tensor.h"

namespace backedge {

/// An output of a layer of OpenVINO IR.
struct IrValue {
  int64_t layer = 0, port = 0;
  Signature signature;
};

using IrAttributes = std::vector<std::pair<std::string, std::string>>;

/// A graph of OpenVINO IR that is being written: the model's own, or that of a body.
class IrGraph {
 public:
  /// weights  of the whole model, little-endian
  explicit IrGraph(std::vector<std::byte>& weights) : weights_(&weights) {}

  IrValue add_parameter(const std::string& name, const Signature& declared);
  IrValue add_constant(const Tensor& value, const std::string& name = "");
  /// A scalar or a vector of i64.
  IrValue add_integer(int64_t value) { return add_constant(Tensor::scalar(value)); }
  IrValue add_integers(std::span<const int64_t> values);
  /// Returns the id of the Result.
  int64_t add_result(const std::string& name, const IrValue& value);
  std::vector<IrValue> add_operation(const std::string& type, int64_t opset, const IrAttributes& attributes,
                                     std::span<const IrValue> inputs, std::span<const Signature> outputs,
                                     const std::string& name = "");
  /// The same for one output.
  IrValue apply(const std::string& type, int64_t opset, const IrAttributes& attributes,
                const std::vector<IrValue>& inputs, const Signature& output);
  /// A Loop or If, whose bodies the caller adds.
  openvino::Layer& add_layer(const std::string& type, int64_t opset, const std::string& name);
  /// Adds an input port with the next id and an edge into it.
  void connect(openvino::Layer& layer, const IrValue& value);
  /// Adds an output port with the next id.
  IrValue add_output(openvino::Layer& layer, const Signature& signature);

  std::vector<std::byte>& weights() { return *weights_; }
  openvino::LayerGraph& graph() { return graph_; }

 private:
  std::vector<std::byte>* weights_;
  openvino::LayerGraph graph_;
};

}  // namespace backedge
