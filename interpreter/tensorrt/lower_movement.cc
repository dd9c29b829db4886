#include <algorithm>
#include <array>

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/movement.h"
#include "interpreter/tensorrt/element_types.h"
#include "interpreter/tensorrt/layer_lowering.h"
#include "interpreter/tensorrt/nesting.h"

namespace backedge::tensorrt {
namespace {

Result<Slots> one(Result<size_t> slot) {
  if (!slot.ok()) return slot.take_error();
  return Slots{slot.value()};
}

Result<size_t> transpose(const LayerLowering& lowering, size_t slot,
                         const std::optional<Permutation>& permutation) {
  if (!permutation) return slot;
  const PartialShape& shape = lowering.graph.known(slot).signature.shape;
  if (!shape.rank_known() || shape.rank() > Dims::MAX_DIMS)  // [TRT-22]
    return Error("TRT-22",
                 "a value of shape " + shape.text() + " is transposed, expected a known rank of at most 8");
  std::vector<int64_t> order(permutation->order, permutation->order + shape.rank());
  return lowering.apply_one(ops::make_transpose(), {slot, lowering.graph.add_integers(order)});
}

Result<Slots> lower(const LayerLowering& lowering, const ShuffleArguments& arguments) {
  size_t slot = TRY(transpose(lowering, lowering.inputs[0], arguments.first));
  std::optional<size_t> dimensions = lowering.given(1);
  if (!dimensions && arguments.dimensions)
    dimensions = lowering.graph.add_integers(TRY(values_of(*arguments.dimensions)));
  if (dimensions)
    slot = TRY(lowering.apply_one(ops::make_reshape(arguments.zero_is_placeholder), {slot, *dimensions}));
  return one(transpose(lowering, slot, arguments.second));
}

// Element i of axis a is element start[a] + i * stride[a]. A gather on each axis rejects elements outside.
Result<Slots> lower(const LayerLowering& lowering, const SliceArguments& arguments) {
  GraphLowering& graph = lowering.graph;
  size_t operands[3];
  const Dims* const fixed[] = {&arguments.start, &arguments.size, &arguments.stride};
  for (size_t k = 0; k < 3; ++k) {
    if (const std::optional<size_t> given = lowering.given(k + 1)) {
      operands[k] = TRY(lowering.apply_one(ops::make_convert(ElementType::kI64), {*given}));
    } else {
      operands[k] = graph.add_integers(TRY(values_of(*fixed[k])));
    }
    const PartialShape& shape = graph.known(operands[k]).signature.shape;
    if (shape.rank_known() && lowering.shape().rank_known() && shape.meets(Shape{lowering.shape().rank()}))
      continue;
    const std::string name = std::array{"start", "size", "stride"}[k];
    // [TRT-24]
    return Error("TRT-24", name + " has shape " + shape.text() + ", the input " + lowering.shape().text())
        .note("expected a list with one value for each axis of the input, whose rank must be known");
  }
  size_t slot = lowering.inputs[0];
  const size_t zero = graph.add_integer(0), step = graph.add_integer(1);
  for (int64_t axis = 0; axis < lowering.shape().rank(); ++axis) {
    const size_t at = graph.add_integer(axis);
    size_t parts[3];
    for (size_t k = 0; k < 3; ++k)
      parts[k] = TRY(lowering.apply_one(ops::make_gather(), {operands[k], at, zero}));
    size_t index = TRY(lowering.apply_one(ops::make_range(ElementType::kI64), {zero, parts[1], step}));
    index = TRY(lowering.apply_one(ops::make_multiply(), {index, parts[2]}));
    index = TRY(lowering.apply_one(ops::make_add(), {index, parts[0]}));
    slot = TRY(lowering.apply_one(ops::make_gather(), {slot, index, at}));
  }
  return Slots{slot};
}

Result<Slots> lower(const LayerLowering& lowering, const ConcatenationArguments& arguments) {
  if (lowering.inputs.empty()) return Error("TRT-22", "a concatenation needs an input");  // [TRT-22]
  const int64_t axis = arguments.axis ? *arguments.axis : default_axis(lowering.known(0));
  if (axis < 0 || (lowering.shape().rank_known() && axis >= lowering.shape().rank()))  // [TRT-22]
    return Error("TRT-22", "axis " + std::to_string(axis) + " of " + lowering.shape().text());
  return one(
      lowering.apply_one(ops::make_concat(axis), Slots(lowering.inputs.begin(), lowering.inputs.end())));
}

Result<Slots> lower(const LayerLowering& lowering, const GatherArguments& arguments) {
  if (arguments.axis < 0) return Error("TRT-22", "axis " + std::to_string(arguments.axis));  // [TRT-22]
  return one(lowering.apply_one(ops::make_gather(), {lowering.inputs[0], lowering.inputs[1],
                                                     lowering.graph.add_integer(arguments.axis)}));
}

Result<Slots> lower(const LayerLowering& lowering, const TopKArguments& arguments) {
  const int64_t axis = TRY(axis_of(arguments.axes));
  Operation operation = ops::make_top_k(
      {.axis = axis, .greatest = arguments.op == TopKOperation::kMAX, .index_type = ElementType::kI32});
  return lowering.graph.apply(lowering.layer, std::move(operation),
                              {lowering.inputs[0], lowering.graph.add_integer(arguments.k)}, 2);
}

Result<Slots> lower(const LayerLowering& lowering, const IdentityArguments&) {
  return one(lowering.apply_one(ops::make_identity(), {lowering.inputs[0]}));
}

Result<Slots> lower(const LayerLowering& lowering, const CastArguments& arguments) {
  const ElementType type = TRY(supported_type(arguments.type));
  return one(lowering.apply_one(ops::make_convert(type), {lowering.inputs[0]}));
}

Result<Slots> lower(const LayerLowering& lowering, const ShapeArguments&) {
  if (!lowering.shape().known())
    return one(lowering.apply_one(ops::make_shape_of(ElementType::kI64), {lowering.inputs[0]}));
  const Shape shape = lowering.shape().shape();
  return Slots{lowering.graph.add_integers(std::span(shape.begin(), shape.end()))};
}

Result<Slots> lower(const LayerLowering& lowering, const ConstantArguments& arguments) {
  if (arguments.value)
    return Slots{lowering.graph.add_constant(*arguments.value, name_of(*lowering.layer.getOutput(0)))};
  // [TRT-22]
  return Error("TRT-22", "the weights of a constant do not fit its dimensions or have no supported type");
}

// alpha + i * beta
Result<Slots> lower(const LayerLowering& lowering, const FillArguments& arguments) {
  GraphLowering& graph = lowering.graph;
  const ElementType type = TRY(supported_type(arguments.type));
  if (arguments.op != FillOperation::kLINSPACE || arguments.dimensions.nbDims != 1 ||
      lowering.given(0)) {  // [TRT-22]
    return Error("TRT-22", "the fill is not supported, expected kLINSPACE with one dimension that is known");
  }
  const int64_t size = TRY(shape_of(arguments.dimensions))[0];
  const size_t range =
      TRY(lowering.apply_one(ops::make_range(ElementType::kI64),
                             {graph.add_integer(0), graph.add_integer(size), graph.add_integer(1)}));
  size_t operands[2];
  const double fixed[] = {arguments.alpha, arguments.beta};
  for (size_t k = 0; k < 2; ++k) {
    const std::optional<size_t> given = lowering.given(k + 1);
    const size_t real = given ? *given : graph.add_constant(Tensor::scalar(fixed[k]));
    operands[k] = given ? real : TRY(lowering.apply_one(ops::make_convert(type), {real}));
  }
  const size_t index = TRY(lowering.apply_one(ops::make_convert(type), {range}));
  const size_t product = TRY(lowering.apply_one(ops::make_multiply(), {index, operands[1]}));
  return one(lowering.apply_one(ops::make_add(), {product, operands[0]}));
}

}  // namespace

std::vector<int64_t> axes_of(uint32_t mask) {
  std::vector<int64_t> axes;
  for (int64_t axis = 0; axis < 32; ++axis) {
    if ((mask >> axis & 1U) != 0) axes.push_back(axis);
  }
  return axes;
}

Result<int64_t> axis_of(uint32_t mask) {
  const std::vector<int64_t> axes = axes_of(mask);
  if (axes.size() == 1) return axes[0];
  return Error("TRT-22", std::to_string(axes.size()) + " axes, expected exactly one");  // [TRT-22]
}

int64_t default_axis(const Known& operand) {
  const PartialShape& shape = operand.signature.shape;
  return shape.rank_known() ? std::max<int64_t>(shape.rank() - 3, 0) : 0;
}

Result<ElementType> supported_type(DataType type) {
  if (const std::optional<ElementType> found = element_type_of(type)) return *found;
  // [TRT-22]
  return Error("TRT-22", "DataType " + std::to_string(static_cast<int32_t>(type)) + " is not supported");
}

Result<std::span<const int64_t>> values_of(const Dims& dimensions) {
  if (dimensions.nbDims < 0 || dimensions.nbDims > Dims::MAX_DIMS)  // [TRT-22]
    return Error("TRT-22", "a tensor has at most 8 dimensions, not " + std::to_string(dimensions.nbDims));
  return std::span(dimensions.d, static_cast<size_t>(dimensions.nbDims));
}

Result<Signature> declared_signature(const InputArguments& arguments) {
  PartialShape shape = Shape();
  for (const int64_t dim : TRY(values_of(arguments.dimensions))) {
    if (dim < -1) return Error("TRT-22", "a dimension is negative and not -1");  // [TRT-22]
    shape.push_back(dim == -1 ? Dimension::any() : Dimension::exactly(dim));
  }
  return Signature{TRY(supported_type(arguments.type)), shape};
}

Result<Shape> shape_of(const Dims& dimensions) {
  const std::span<const int64_t> dims = TRY(values_of(dimensions));
  if (std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; }))
    return Error("TRT-22", "a dimension is negative");  // [TRT-22]
  return Shape(dims);
}

Result<std::vector<size_t>> lower_movement(GraphLowering& graph, const ILayer& layer,
                                           std::span<const size_t> inputs) {
  return std::visit(
      [&]<class Kind>(const Kind& arguments) -> Result<Slots> {
        if constexpr (requires(const LayerLowering& lowering) { lower(lowering, arguments); }) {
          return lower(LayerLowering{graph, layer, inputs}, arguments);
        } else {
          CHECK(false);  // a boundary layer or an input
          return Slots();
        }
      },
      layer.data().arguments);
}

}  // namespace backedge::tensorrt
