#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "interpreter/base/result.h"
#include "interpreter/openvino/model.h"
#include "interpreter/openvino/spell_operation.h"
#include "interpreter/tensor/signature.h"

namespace backedge::openvino {

/// An output of a layer that is being written.
struct LayerValue {
  int64_t layer = 0, port = 0;
  Signature signature;
};

/// A shape as attributes have it: "1,?,2".
std::string shape_attribute(const PartialShape& shape);

/// Writes the layers and edges of a graph: the model's own, or that of a body.
class LayerWriter {
 public:
  /// weights  of the whole model, as the file has them
  explicit LayerWriter(std::vector<std::byte>& weights) : weights_(&weights) {}

  /// errors  IR-WRITE-1
  Result<LayerValue> add_parameter(const std::string& name, const Signature& declared);
  /// errors  IR-WRITE-1
  Result<LayerValue> add_constant(const Tensor& value, const std::string& name = "");
  /// A scalar or a vector of i64.
  LayerValue add_integer(int64_t value) { return add_integers({value}, Shape()); }
  LayerValue add_integers(const std::vector<int64_t>& values);
  LayerValue add_boolean(bool value) { return add_constant(Tensor::scalar(value)).value(); }
  /// declared  the shape on its port; if it is not known, that of the value
  /// returns   the id of the Result
  int64_t add_result(const std::string& name, const LayerValue& value,
                     const PartialShape& declared = PartialShape::any());
  std::vector<LayerValue> add_operation(const Spelling& spelling, std::span<const LayerValue> inputs,
                                        std::span<const Signature> outputs, const std::string& name = "");
  /// The same for one output.
  LayerValue apply(const Spelling& spelling, const std::vector<LayerValue>& inputs, const Signature& output);
  /// A loop or If, whose bodies the caller adds.
  Layer& add_layer(const std::string& type, int64_t opset, const std::string& name);
  /// Adds an input port with the next id and an edge into it.
  void connect(Layer& layer, const LayerValue& value);
  /// Adds an output port with the next id.
  LayerValue add_output(Layer& layer, const Signature& signature);

  std::vector<std::byte>& weights() { return *weights_; }
  LayerGraph& graph() { return graph_; }

 private:
  LayerValue add_integers(const std::vector<int64_t>& values, const Shape& shape);

  std::vector<std::byte>* weights_;
  LayerGraph graph_;
};

}  // namespace backedge::openvino
