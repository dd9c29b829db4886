#include "interpreter/tensorrt/write_layer.h"

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/reduce.h"
#include "interpreter/tensorrt/written.h"

namespace backedge::tensorrt {
namespace {

// The types of the inputs from `first` on.  [TRT-24]
Result<void> check_types(const Written& written, size_t first) {
  const Signature& a = written.known(first).signature;
  for (size_t k = first + 1; k < written.inputs.size(); ++k) {
    const Signature& b = written.known(k).signature;
    if (a.type == b.type) continue;
    // [TRT-24]
    return Error("TRT-24", "the operands have different types: " + a.text() + " and " + b.text());
  }
  return {};
}

// The types of the inputs from `first` on, and the ranks of all inputs.  [TRT-24]
Result<void> check_operands(const Written& written, size_t first) {
  TRY(check_types(written, first));
  const PartialShape& shape = written.known(0).signature.shape;
  for (size_t k = 1; k < written.inputs.size(); ++k) {
    const PartialShape& other = written.known(k).signature.shape;
    if (!shape.rank_known() || !other.rank_known() || shape.rank() == other.rank()) continue;
    // [TRT-24]
    return Error("TRT-24", "the operands have different ranks: " + shape.text() + " and " + other.text());
  }
  return {};
}

Result<Slots> write(const Written& written, const ElementWiseArguments& arguments) {
  TRY(check_operands(written, 0));
  switch (arguments.op) {
    case ElementWiseOperation::kSUM:
      return written.apply(ops::make_add());
    case ElementWiseOperation::kPROD:
      return written.apply(ops::make_multiply());
    case ElementWiseOperation::kMAX:
      return written.apply(ops::make_maximum());
    case ElementWiseOperation::kMIN:
      return written.apply(ops::make_minimum());
    case ElementWiseOperation::kSUB:
      return written.apply(ops::make_subtract());
    case ElementWiseOperation::kDIV:
      return written.apply(ops::make_divide());
    case ElementWiseOperation::kPOW:
      return written.apply(ops::make_power());
    case ElementWiseOperation::kFLOOR_DIV: {
      Slots quotient = TRY(written.apply(ops::make_divide({.floors_integers = true})));
      if (!is_real(written.known(0).signature.type)) return quotient;
      return written.apply(ops::make_floor(), std::move(quotient));
    }
    case ElementWiseOperation::kAND:
      return written.apply(ops::make_logical_and());
    case ElementWiseOperation::kOR:
      return written.apply(ops::make_logical_or());
    case ElementWiseOperation::kXOR:
      return written.apply(ops::make_logical_xor());
    case ElementWiseOperation::kEQUAL:
      return written.apply(ops::make_equal());
    case ElementWiseOperation::kGREATER:
      return written.apply(ops::make_greater());
    case ElementWiseOperation::kLESS:
      return written.apply(ops::make_less());
  }
  return unsupported("ElementWiseOperation", static_cast<int32_t>(arguments.op));
}

Result<Slots> write(const Written& written, const UnaryArguments& arguments) {
  return write_unary(written, arguments.operation);
}

Result<Slots> write(const Written& written, const ActivationArguments& arguments) {
  return write_activation(written, arguments);
}

// A vector gets the axis of rows or columns that it lacks, and the product loses it again.
Result<Slots> write(const Written& written, const MatrixMultiplyArguments& arguments) {
  TRY(check_types(written, 0));
  Slots slots(written.inputs.begin(), written.inputs.end());
  std::vector<int64_t> added;
  const MatrixOperation operations[] = {arguments.op0, arguments.op1};
  for (size_t k = 0; k < 2; ++k) {
    if (operations[k] != MatrixOperation::kVECTOR) continue;
    const int64_t axis = k == 0 ? -2 : -1;
    slots[k] = TRY(written.apply(ops::make_unsqueeze(), {slots[k], written.graph.add_integer(axis)}))[0];
    added.push_back(axis);
  }
  const PartialShape& a = written.graph.known(slots[0]).signature.shape;
  const PartialShape& b = written.graph.known(slots[1]).signature.shape;
  if (a.rank_known() && b.rank_known() && (a.rank() != b.rank() || a.rank() < 2)) {  // [TRT-24]
    return Error("TRT-24", "the operands are " + a.text() + " and " + b.text())
        .note("expected two matrices, or two stacks of the same rank");
  }
  const bool a_turned = arguments.op0 == MatrixOperation::kTRANSPOSE;
  const bool b_turned = arguments.op1 == MatrixOperation::kTRANSPOSE;
  Slots product =
      TRY(written.apply(ops::make_matmul({.transpose_a = a_turned, .transpose_b = b_turned}), slots));
  if (added.empty()) return product;
  return written.apply(ops::make_squeeze(), {product[0], written.graph.add_integers(added)});
}

Result<Slots> write(const Written& written, const ReduceArguments& arguments) {
  const bool keep = arguments.keep_dimensions;
  const size_t axes = written.graph.add_integers(axes_of(arguments.axes));
  const Slots slots = {written.inputs[0], axes};
  switch (arguments.operation) {
    case ReduceOperation::kSUM:
      return written.apply(ops::make_reduce_sum(keep), slots);
    case ReduceOperation::kPROD:
      return written.apply(ops::make_reduce_prod(keep), slots);
    case ReduceOperation::kMAX:
      return written.apply(ops::make_reduce_max(keep), slots);
    case ReduceOperation::kMIN:
      return written.apply(ops::make_reduce_min(keep), slots);
    case ReduceOperation::kAVG:
      return written.apply(ops::make_reduce_mean(keep), slots);
  }
  return unsupported("ReduceOperation", static_cast<int32_t>(arguments.operation));
}

Result<Slots> write(const Written& written, const SelectArguments&) {
  TRY(check_operands(written, 1));
  if (written.known(0).signature.type != ElementType::kBoolean) {  // [TRT-24]
    return Error("TRT-24", "the condition is " + written.known(0).signature.text() + ", expected BOOL");
  }
  return written.apply(ops::make_select());
}

Result<Slots> write(const Written& written, const SoftMaxArguments& arguments) {
  const int64_t axis = arguments.axes ? TRY(axis_of(*arguments.axes)) : default_axis(written.known(0));
  return written.apply(ops::make_softmax({.axis = axis}));
}

}  // namespace

Result<std::vector<size_t>> write_layer(GraphWriter& graph, const ILayer& layer,
                                        std::span<const size_t> inputs) {
  return std::visit(
      [&]<class Kind>(const Kind& arguments) -> Result<Slots> {
        if constexpr (requires(const Written& written) { write(written, arguments); }) {
          return write(Written{graph, layer, inputs}, arguments);
        } else {
          return write_movement(graph, layer, inputs);
        }
      },
      layer.data().arguments);
}

}  // namespace backedge::tensorrt
