#pragma once

#include "interpreter/tensorrt/graph_lowering.h"

/// The rows of docs/tensorrt_network.md, "Layers".
namespace backedge::tensorrt {

/// Adds what an ordinary layer computes.
///
/// inputs   the slots of its inputs
/// returns  the slots of its outputs
/// errors   TRT-22 an enumerator or an argument that is not supported; TRT-24; OP-4, 5, 6
Result<std::vector<size_t>> lower_layer(GraphLowering& graph, const ILayer& layer,
                                        std::span<const size_t> inputs);

/// The layers that move elements, and all others that are not in lower_layer.cc.
Result<std::vector<size_t>> lower_movement(GraphLowering& graph, const ILayer& layer,
                                           std::span<const size_t> inputs);

/// errors  TRT-22
Result<ElementType> supported_type(DataType type);
/// errors  TRT-22 a number of dimensions outside 0..8
Result<std::span<const int64_t>> values_of(const Dims& dimensions);
/// errors  TRT-22 a type or dimensions that no tensor has
Result<Signature> declared_signature(const InputArguments& arguments);
/// errors  TRT-22 as values_of; a negative dimension
Result<Shape> shape_of(const Dims& dimensions);
/// The axes of a bit mask.
std::vector<int64_t> axes_of(uint32_t mask);
/// The only axis of a mask.
/// errors  TRT-22 not exactly one axis
Result<int64_t> axis_of(uint32_t mask);
/// The default axis of a concatenation or a softmax: the third one from the end, or the first one.
int64_t default_axis(const Known& operand);

}  // namespace backedge::tensorrt
