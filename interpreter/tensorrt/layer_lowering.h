#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/ops/elementwise.h"
#include "interpreter/tensorrt/lower_layer.h"

namespace backedge::tensorrt {

using Slots = std::vector<size_t>;

/// A layer that is being lowered, with the slots of its inputs.
struct LayerLowering {
  GraphLowering& graph;
  const ILayer& layer;
  std::span<const size_t> inputs;

  const Known& known(size_t index) const { return graph.known(inputs[index]); }
  const PartialShape& shape() const { return known(0).signature.shape; }
  /// The slot of an input that setInput has given; none if it is not set.
  std::optional<size_t> given(size_t index) const {
    const auto& tensors = layer.data().inputs;
    if (index >= tensors.size() || tensors[index] == nullptr) return std::nullopt;
    return inputs[index];
  }
  Result<Slots> apply(Operation operation, Slots slots) const {
    return graph.apply(layer, std::move(operation), std::move(slots));
  }
  /// An operation with one output.
  Result<size_t> apply_one(Operation operation, Slots slots) const {
    return TRY(apply(std::move(operation), std::move(slots)))[0];
  }
  Result<Slots> apply(Operation operation) const {
    return apply(std::move(operation), Slots(inputs.begin(), inputs.end()));
  }
  /// A value in the type of input 0, in a shape of ones.
  Result<size_t> constant(double value, const Shape& ones) const {
    const ElementType type = known(0).signature.type;
    const size_t real = graph.add_constant(Tensor::of<double>(ones, {value}));
    return apply_one(ops::make_convert(type), {real});
  }
  /// A scalar in the type of input 0, with the rank of that input.
  Result<size_t> constant_like(double value) const {
    if (!shape().rank_known()) return constant(value, Shape());
    return constant(value, Shape(std::vector<int64_t>(static_cast<size_t>(shape().rank()), 1)));
  }
};

/// An enumerator without a row in docs/tensorrt_network.md.
inline Error unsupported(const char* kind, int32_t enumerator) {  // [TRT-22]
  return Error("TRT-22", std::string(kind) + " " + std::to_string(enumerator) + " is not supported");
}

/// errors  TRT-22, OP-4
Result<Slots> lower_unary(const LayerLowering& lowering, UnaryOperation operation);
/// errors  TRT-22, OP-4
Result<Slots> lower_activation(const LayerLowering& lowering, const ActivationArguments& arguments);

}  // namespace backedge::tensorrt
