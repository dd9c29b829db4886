#include <algorithm>
#include <array>

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/tensorrt/element_types.h"
#include "interpreter/tensorrt/lower_layer.h"
#include "interpreter/tensorrt/nesting.h"

namespace backedge::tensorrt {
namespace {

using Slots = std::vector<size_t>;

struct Moved {
  GraphLowering& graph;
  const ILayer& layer;
  std::span<const size_t> inputs;

  const Known& known(size_t index) const { return graph.known(inputs[index]); }
  const PartialShape& shape() const { return known(0).signature.shape; }
  Result<size_t> apply(Operation operation, Slots slots) const {
    return TRY(graph.apply(layer, std::move(operation), std::move(slots)))[0];
  }
  // The slot of an input that setInput has given; none if it is not set.
  std::optional<size_t> given(size_t index) const {
    const auto& tensors = layer.data().inputs;
    if (index >= tensors.size() || tensors[index] == nullptr) return std::nullopt;
    return inputs[index];
  }
};

Result<Slots> one(Result<size_t> slot) {
  if (!slot.ok()) return slot.take_error();
  return Slots{slot.value()};
}

Result<size_t> transpose(const Moved& moved, size_t slot, const std::optional<Permutation>& permutation) {
  if (!permutation) return slot;
  const PartialShape& shape = moved.graph.known(slot).signature.shape;
  if (!shape.rank_known() || shape.rank() > Dims::MAX_DIMS)  // [TRT-22]
    return Error("TRT-22",
                 "a value of shape " + shape.text() + " is transposed, expected a known rank of at most 8");
  std::vector<int64_t> order(permutation->order, permutation->order + shape.rank());
  return moved.apply(ops::make_transpose(), {slot, moved.graph.add_integers(order)});
}

Result<Slots> lower(const Moved& moved, const ShuffleArguments& arguments) {
  size_t slot = TRY(transpose(moved, moved.inputs[0], arguments.first));
  std::optional<size_t> dimensions = moved.given(1);
  if (!dimensions && arguments.dimensions)
    dimensions = moved.graph.add_integers(TRY(values_of(*arguments.dimensions)));
  if (dimensions)
    slot = TRY(moved.apply(ops::make_reshape(arguments.zero_is_placeholder), {slot, *dimensions}));
  return one(transpose(moved, slot, arguments.second));
}

// Element i of axis a is element start[a] + i * stride[a]. A gather on each axis rejects elements outside.
Result<Slots> lower(const Moved& moved, const SliceArguments& arguments) {
  GraphLowering& graph = moved.graph;
  size_t operands[3];
  const Dims* const fixed[] = {&arguments.start, &arguments.size, &arguments.stride};
  for (size_t k = 0; k < 3; ++k) {
    if (const std::optional<size_t> given = moved.given(k + 1)) {
      operands[k] = TRY(moved.apply(ops::make_convert(ElementType::kI64), {*given}));
    } else {
      operands[k] = graph.add_integers(TRY(values_of(*fixed[k])));
    }
    const PartialShape& shape = graph.known(operands[k]).signature.shape;
    if (shape.rank_known() && moved.shape().rank_known() && shape.meets(Shape{moved.shape().rank()}))
      continue;
    const std::string name = std::array{"start", "size", "stride"}[k];
    // [TRT-24]
    return Error("TRT-24", name + " has shape " + shape.text() + ", the input " + moved.shape().text())
        .note("expected a list with one value for each axis of the input, whose rank must be known");
  }
  size_t slot = moved.inputs[0];
  const size_t zero = graph.add_integer(0), step = graph.add_integer(1);
  for (int64_t axis = 0; axis < moved.shape().rank(); ++axis) {
    const size_t at = graph.add_integer(axis);
    size_t parts[3];
    for (size_t k = 0; k < 3; ++k) parts[k] = TRY(moved.apply(ops::make_gather(), {operands[k], at, zero}));
    size_t index = TRY(moved.apply(ops::make_range(ElementType::kI64), {zero, parts[1], step}));
    index = TRY(moved.apply(ops::make_multiply(), {index, parts[2]}));
    index = TRY(moved.apply(ops::make_add(), {index, parts[0]}));
    slot = TRY(moved.apply(ops::make_gather(), {slot, index, at}));
  }
  return Slots{slot};
}

Result<Slots> lower(const Moved& moved, const ConcatenationArguments& arguments) {
  if (moved.inputs.empty()) return Error("TRT-22", "a concatenation needs an input");  // [TRT-22]
  const int64_t axis = arguments.axis ? *arguments.axis : default_axis(moved.known(0));
  if (axis < 0 || (moved.shape().rank_known() && axis >= moved.shape().rank()))  // [TRT-22]
    return Error("TRT-22", "axis " + std::to_string(axis) + " of " + moved.shape().text());
  return one(moved.apply(ops::make_concat(axis), Slots(moved.inputs.begin(), moved.inputs.end())));
}

Result<Slots> lower(const Moved& moved, const GatherArguments& arguments) {
  if (arguments.axis < 0) return Error("TRT-22", "axis " + std::to_string(arguments.axis));  // [TRT-22]
  return one(moved.apply(ops::make_gather(),
                         {moved.inputs[0], moved.inputs[1], moved.graph.add_integer(arguments.axis)}));
}

Result<Slots> lower(const Moved& moved, const TopKArguments& arguments) {
  const int64_t axis = TRY(axis_of(arguments.axes));
  Operation operation = ops::make_top_k(
      {.axis = axis, .greatest = arguments.op == TopKOperation::kMAX, .index_type = ElementType::kI32});
  return moved.graph.apply(moved.layer, std::move(operation),
                           {moved.inputs[0], moved.graph.add_integer(arguments.k)}, 2);
}

Result<Slots> lower(const Moved& moved, const IdentityArguments&) {
  return one(moved.apply(ops::make_identity(), {moved.inputs[0]}));
}

Result<Slots> lower(const Moved& moved, const CastArguments& arguments) {
  const ElementType type = TRY(supported_type(arguments.type));
  return one(moved.apply(ops::make_convert(type), {moved.inputs[0]}));
}

Result<Slots> lower(const Moved& moved, const ShapeArguments&) {
  if (!moved.shape().known())
    return one(moved.apply(ops::make_shape_of(ElementType::kI64), {moved.inputs[0]}));
  const Shape shape = moved.shape().shape();
  return Slots{moved.graph.add_integers(std::span(shape.begin(), shape.end()))};
}

Result<Slots> lower(const Moved& moved, const ConstantArguments& arguments) {
  if (arguments.value)
    return Slots{moved.graph.add_constant(*arguments.value, name_of(*moved.layer.getOutput(0)))};
  // [TRT-22]
  return Error("TRT-22", "the weights of a constant do not fit its dimensions or have no supported type");
}

// alpha + i * beta
Result<Slots> lower(const Moved& moved, const FillArguments& arguments) {
  GraphLowering& graph = moved.graph;
  const ElementType type = TRY(supported_type(arguments.type));
  if (arguments.op != FillOperation::kLINSPACE || arguments.dimensions.nbDims != 1 ||
      moved.given(0)) {  // [TRT-22]
    return Error("TRT-22", "the fill is not supported, expected kLINSPACE with one dimension that is known");
  }
  const int64_t size = TRY(shape_of(arguments.dimensions))[0];
  const size_t range =
      TRY(moved.apply(ops::make_range(ElementType::kI64),
                      {graph.add_integer(0), graph.add_integer(size), graph.add_integer(1)}));
  size_t operands[2];
  const double fixed[] = {arguments.alpha, arguments.beta};
  for (size_t k = 0; k < 2; ++k) {
    const std::optional<size_t> given = moved.given(k + 1);
    const size_t real = given ? *given : graph.add_constant(Tensor::scalar(fixed[k]));
    operands[k] = given ? real : TRY(moved.apply(ops::make_convert(type), {real}));
  }
  const size_t index = TRY(moved.apply(ops::make_convert(type), {range}));
  const size_t product = TRY(moved.apply(ops::make_multiply(), {index, operands[1]}));
  return one(moved.apply(ops::make_add(), {product, operands[0]}));
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
        if constexpr (requires(const Moved& moved) { lower(moved, arguments); }) {
          return lower(Moved{graph, layer, inputs}, arguments);
        } else {
          CHECK(false);  // a boundary layer or an input
          return Slots();
        }
      },
      layer.data().arguments);
}

}  // namespace backedge::tensorrt
