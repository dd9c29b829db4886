#include "interpreter/tensorrt/lower_layer.h"

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/reduce.h"
#include "interpreter/tensorrt/layer_lowering.h"

namespace backedge::tensorrt {
namespace {

// The types of the inputs from `first` on.  [TRT-24]
Result<void> check_types(const LayerLowering& lowering, size_t first) {
  const Signature& a = lowering.known(first).signature;
  for (size_t k = first + 1; k < lowering.inputs.size(); ++k) {
    const Signature& b = lowering.known(k).signature;
    if (a.type == b.type) continue;
    // [TRT-24]
    return Error("TRT-24", "the operands have different types: " + a.text() + " and " + b.text());
  }
  return {};
}

// The types of the inputs from `first` on, and the ranks of all inputs.  [TRT-24]
Result<void> check_operands(const LayerLowering& lowering, size_t first) {
  TRY(check_types(lowering, first));
  const PartialShape& shape = lowering.known(0).signature.shape;
  for (size_t k = 1; k < lowering.inputs.size(); ++k) {
    const PartialShape& other = lowering.known(k).signature.shape;
    if (!shape.rank_known() || !other.rank_known() || shape.rank() == other.rank()) continue;
    // [TRT-24]
    return Error("TRT-24", "the operands have different ranks: " + shape.text() + " and " + other.text());
  }
  return {};
}

Result<Slots> lower(const LayerLowering& lowering, const ElementWiseArguments& arguments) {
  TRY(check_operands(lowering, 0));
  switch (arguments.op) {
    case ElementWiseOperation::kSUM:
      return lowering.apply(ops::make_add());
    case ElementWiseOperation::kPROD:
      return lowering.apply(ops::make_multiply());
    case ElementWiseOperation::kMAX:
      return lowering.apply(ops::make_maximum());
    case ElementWiseOperation::kMIN:
      return lowering.apply(ops::make_minimum());
    case ElementWiseOperation::kSUB:
      return lowering.apply(ops::make_subtract());
    case ElementWiseOperation::kDIV:
      return lowering.apply(ops::make_divide());
    case ElementWiseOperation::kPOW:
      return lowering.apply(ops::make_power());
    case ElementWiseOperation::kFLOOR_DIV: {
      Slots quotient = TRY(lowering.apply(ops::make_divide({.floors_integers = true})));
      if (!is_real(lowering.known(0).signature.type)) return quotient;
      return lowering.apply(ops::make_floor(), std::move(quotient));
    }
    case ElementWiseOperation::kAND:
      return lowering.apply(ops::make_logical_and());
    case ElementWiseOperation::kOR:
      return lowering.apply(ops::make_logical_or());
    case ElementWiseOperation::kXOR:
      return lowering.apply(ops::make_logical_xor());
    case ElementWiseOperation::kEQUAL:
      return lowering.apply(ops::make_equal());
    case ElementWiseOperation::kGREATER:
      return lowering.apply(ops::make_greater());
    case ElementWiseOperation::kLESS:
      return lowering.apply(ops::make_less());
  }
  return unsupported("ElementWiseOperation", static_cast<int32_t>(arguments.op));
}

Result<Slots> lower(const LayerLowering& lowering, const UnaryArguments& arguments) {
  return lower_unary(lowering, arguments.operation);
}

Result<Slots> lower(const LayerLowering& lowering, const ActivationArguments& arguments) {
  return lower_activation(lowering, arguments);
}

// A vector gets the axis of rows or columns that it lacks, and the product loses it again.
Result<Slots> lower(const LayerLowering& lowering, const MatrixMultiplyArguments& arguments) {
  TRY(check_types(lowering, 0));
  Slots slots(lowering.inputs.begin(), lowering.inputs.end());
  std::vector<int64_t> added;
  const MatrixOperation operations[] = {arguments.op0, arguments.op1};
  for (size_t k = 0; k < 2; ++k) {
    if (operations[k] != MatrixOperation::kVECTOR) continue;
    const int64_t axis = k == 0 ? -2 : -1;
    slots[k] = TRY(lowering.apply(ops::make_unsqueeze(), {slots[k], lowering.graph.add_integer(axis)}))[0];
    added.push_back(axis);
  }
  const PartialShape& a = lowering.graph.known(slots[0]).signature.shape;
  const PartialShape& b = lowering.graph.known(slots[1]).signature.shape;
  if (a.rank_known() && b.rank_known() && (a.rank() != b.rank() || a.rank() < 2)) {  // [TRT-24]
    return Error("TRT-24", "the operands are " + a.text() + " and " + b.text())
        .note("expected two matrices, or two stacks of the same rank");
  }
  const bool a_turned = arguments.op0 == MatrixOperation::kTRANSPOSE;
  const bool b_turned = arguments.op1 == MatrixOperation::kTRANSPOSE;
  Slots product =
      TRY(lowering.apply(ops::make_matmul({.transpose_a = a_turned, .transpose_b = b_turned}), slots));
  if (added.empty()) return product;
  return lowering.apply(ops::make_squeeze(), {product[0], lowering.graph.add_integers(added)});
}

Result<Slots> lower(const LayerLowering& lowering, const ReduceArguments& arguments) {
  const bool keep = arguments.keep_dimensions;
  const size_t axes = lowering.graph.add_integers(axes_of(arguments.axes));
  const Slots slots = {lowering.inputs[0], axes};
  switch (arguments.operation) {
    case ReduceOperation::kSUM:
      return lowering.apply(ops::make_reduce_sum(keep), slots);
    case ReduceOperation::kPROD:
      return lowering.apply(ops::make_reduce_prod(keep), slots);
    case ReduceOperation::kMAX:
      return lowering.apply(ops::make_reduce_max(keep), slots);
    case ReduceOperation::kMIN:
      return lowering.apply(ops::make_reduce_min(keep), slots);
    case ReduceOperation::kAVG:
      return lowering.apply(ops::make_reduce_mean(keep), slots);
  }
  return unsupported("ReduceOperation", static_cast<int32_t>(arguments.operation));
}

Result<Slots> lower(const LayerLowering& lowering, const SelectArguments&) {
  TRY(check_operands(lowering, 1));
  if (lowering.known(0).signature.type != ElementType::kBoolean) {  // [TRT-24]
    return Error("TRT-24", "the condition is " + lowering.known(0).signature.text() + ", expected BOOL");
  }
  return lowering.apply(ops::make_select());
}

Result<Slots> lower(const LayerLowering& lowering, const SoftMaxArguments& arguments) {
  const int64_t axis = arguments.axes ? TRY(axis_of(*arguments.axes)) : default_axis(lowering.known(0));
  return lowering.apply(ops::make_softmax({.axis = axis}));
}

}  // namespace

Result<std::vector<size_t>> lower_layer(GraphLowering& graph, const ILayer& layer,
                                        std::span<const size_t> inputs) {
  return std::visit(
      [&]<class Kind>(const Kind& arguments) -> Result<Slots> {
        if constexpr (requires(const LayerLowering& lowering) { lower(lowering, arguments); }) {
          return lower(LayerLowering{graph, layer, inputs}, arguments);
        } else {
          return lower_movement(graph, layer, inputs);
        }
      },
      layer.data().arguments);
}

}  // namespace backedge::tensorrt
