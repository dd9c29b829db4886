#include <limits>

#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/lower_operators.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/reduce.h"

/// Operators that make shapes and constants.
namespace backedge::onnx {

// The elements from begin to end along axis 0.
Result<size_t> part_of(NodeLowering& node, size_t slot, int64_t begin, int64_t end) {
  return node.apply(ops::make_slice(), {slot, node.integers({begin}), node.integers({end}),
                                        node.integers({1}), node.integers({0})});
}

// A constant if it is known, so that what follows from it is known too.
Result<size_t> shape_of(NodeLowering& node, size_t slot) {
  const PartialShape& shape = node.known(slot).signature.shape;
  if (shape.known()) {
    const Shape sizes = shape.shape();
    return node.integers({sizes.begin(), sizes.end()});
  }
  return node.apply(ops::make_shape_of(ElementType::kI64), {slot});
}

Result<size_t> dimension_of(NodeLowering& node, size_t slot, int64_t axis) {
  const size_t shape = TRY(shape_of(node, slot));
  return node.apply(ops::make_gather({.out_of_range = ops::Gather::OutOfRange::kFromEndOrError}),
                    {shape, node.integer(axis), node.integer(0)});
}

Result<size_t> as_scalar(NodeLowering& node, size_t slot) {
  return node.apply(ops::make_reshape(false), {slot, node.integers({})});
}

Result<size_t> filled(NodeLowering& node, size_t scalar, size_t shape) {
  return node.apply(ops::make_broadcast(), {scalar, shape});
}

Result<size_t> all_axes(NodeLowering& node, size_t slot) {
  const size_t rank = TRY(dimension_of(node, TRY(shape_of(node, slot)), 0));
  return node.apply(ops::make_range({}), {node.integer(0), rank, node.integer(1)});
}

// A Constant has one value.
Result<void> check_one_value(Attributes& attributes) {
  std::vector<std::string> given;
  for (const char* name : {"value", "sparse_value", "value_int", "value_ints", "value_float", "value_floats",
                           "value_string", "value_strings"}) {
    if (attributes.has(name)) given.push_back(name);
  }
  if (given.size() == 1) return {};
  if (given.empty())  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "none of the attributes value, sparse_value and value_* is given");
  return Error("ONNX-GRAPH-6",  // [ONNX-GRAPH-6]
               "the attributes " + given[0] + " and " + given[1] + " are given, expected one value");
}

Lowered lower_constant(NodeLowering& node) {
  Attributes& attributes = node.attributes;
  TRY(check_one_value(attributes));
  InferringBuilder& graph = node.scope.graph;
  if (const auto* tensor = TRY(attributes.tensor("value")))
    return std::vector<size_t>{graph.add_constant(TRY(read_tensor(*tensor, node.scope.lowering.source)))};
  if (const auto* tensor = TRY(attributes.sparse_tensor("sparse_value")))
    return std::vector<size_t>{
        graph.add_constant(TRY(read_sparse_tensor(*tensor, node.scope.lowering.source)))};
  if (attributes.has("value_int"))
    return std::vector<size_t>{node.integer(TRY(attributes.integer("value_int")))};
  if (attributes.has("value_ints"))
    return std::vector<size_t>{node.integers(TRY(attributes.integers("value_ints")))};
  if (attributes.has("value_float"))
    return std::vector<size_t>{node.number(ElementType::kF32, TRY(attributes.real("value_float")))};
  for (const char* name : {"value_string", "value_strings"}) {
    if (attributes.has(name))  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6", "the attribute \"" + std::string(name) + "\" is not supported");
  }
  const std::vector<double> values = TRY(attributes.reals("value_floats"));
  const std::vector<float> floats(values.begin(), values.end());
  return std::vector<size_t>{graph.add_constant(Tensor::of<float>({std::ssize(floats)}, floats))};
}

Lowered lower_constant_of_shape(NodeLowering& node) {
  const auto* given = TRY(node.attributes.tensor("value"));
  Tensor value = Tensor::scalar(0.0f);
  if (given != nullptr) value = TRY(read_tensor(*given, node.scope.lowering.source));
  if (value.count() != 1)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "the attribute \"value\" is " + describe(value.type(), value.shape()) +
                                     ", expected one element");
  const size_t scalar = node.scope.graph.add_constant(value.view(0, {}));
  return one(filled(node, scalar, node.in(0)));
}

Lowered lower_expand(NodeLowering& node) {
  return one(node.apply(ops::make_broadcast({.mode = ops::BroadcastTo::Mode::kBidirectional}),
                        {node.in(0), node.in(1)}));
}

Lowered lower_range(NodeLowering& node) {
  std::vector<size_t> operands;  // the text asks for scalars, and ONNX's own functions pass lists of one
  for (size_t k = 0; k < 3; ++k) operands.push_back(TRY(as_scalar(node, node.in(k))));
  const ElementType type = node.type(operands[0]);
  ElementType computed = type;
  if (node.version >= 27 && (type == ElementType::kF16 || type == ElementType::kBF16))
    computed = TRY(element_type_of(TRY(node.attributes.integer("stash_type", 1))));
  node.attributes.has("stash_type");        // which other types ignore
  if (is_real(type) && !is_real(computed))  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6",
                 "stash_type is " + std::string(name_of(computed)) + ", expected a real type");
  if (computed == type) return one(node.apply(ops::make_range({}), std::move(operands)));
  for (size_t& operand : operands) operand = TRY(node.apply(ops::make_convert(computed), {operand}));
  const size_t range = TRY(node.apply(ops::make_range({}), std::move(operands)));
  return one(node.apply(ops::make_convert(type), {range}));
}

Lowered lower_shape(NodeLowering& node) {
  if (node.version < 15) return one(shape_of(node, node.in(0)));
  const int64_t start = TRY(node.attributes.integer("start", 0));
  const int64_t end = TRY(node.attributes.integer("end", std::numeric_limits<int64_t>::max()));
  const size_t shape = TRY(shape_of(node, node.in(0)));
  if (!node.attributes.has("start") && !node.attributes.has("end")) return std::vector<size_t>{shape};
  return one(part_of(node, shape, start, end));
}

Lowered lower_size(NodeLowering& node) {
  return one(node.apply(ops::make_reduce_prod(false), {TRY(shape_of(node, node.in(0))), node.integers({0})}));
}

}  // namespace backedge::onnx
