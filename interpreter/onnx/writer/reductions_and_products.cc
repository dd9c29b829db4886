#include <map>

#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/einsum.h"

/// Reductions, products of matrices, and operations along an axis.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

Values reduce(OperationWriter& op) {
  return op.finish({op.in(0), as_list(op.to, op.in(1))},
                   {{"keepdims", int64_t{op.options<bool>()}}, {"noop_with_empty_axes", int64_t{1}}});
}

// Without axes nothing is reduced here, and ONNX takes the norm of each element  (OP-24).
Values reduce_norm(OperationWriter& op) {
  const Named axes = as_list(op.to, op.in(1));
  if (!axes.shape().known()) return cannot_express("a norm along a number of axes that is not known");
  if (axes.shape().shape().count() == 0) return op.finish("Identity", {op.in(0)});
  // ONNX drops the fraction of such a root (ONNX-GRAPH-14), and NUM-4 rounds it.
  if (std::string_view(op.op) == "ReduceL2" && !is_real(op.in(0).type()))
    return cannot_express("ReduceL2 of integers");
  return reduce(op);
}

// Axes, if a reduction along them leaves an element that is one of no elements: an error of the run.
Named rejected_without_elements(OperationWriter& op, const Named& axes) {
  const Signature list = list_of(Dimension::any()), count = scalar_of(ElementType::kI64);
  const Named shape = op.add("Shape", {op.in(0)}, list);
  const Named reduced = op.add("Gather", {shape, axes}, list);
  const Named ones = op.add("Expand", {integer(1), op.add("Shape", {axes}, list)}, list);
  const Named others = op.add("ScatterElements", {shape, axes, ones}, list);
  const AttributeList all = {{"keepdims", int64_t{0}}};
  const Named of_each = op.add("ReduceProd", {reduced}, count, all),
              each = op.add("ReduceProd", {others}, count, all);
  const Named is_of_none = op.add("Equal", {of_each, integer(0)}, scalar_of(ElementType::kBoolean));
  const Named is_there = op.add("Greater", {each, integer(0)}, scalar_of(ElementType::kBoolean));
  const Named error = op.add("And", {is_of_none, is_there}, scalar_of(ElementType::kBoolean));
  return op.add("Add", {axes, reject_where(op.to, error)}, list);
}

// In ONNX the greatest one of no elements is the least number of the type; here it is an error.
Values reduce_extremum(OperationWriter& op) {
  const PartialShape& shape = op.in(0).shape();
  bool has_elements = shape.rank_known();
  for (int64_t axis = 0; has_elements && axis < shape.rank(); ++axis) has_elements = shape[axis].min > 0;
  if (has_elements || (shape.known() && op.in(1).constant)) return reduce(op);
  return op.finish({op.in(0), rejected_without_elements(op, as_list(op.to, op.in(1)))},
                   {{"keepdims", int64_t{op.options<bool>()}}, {"noop_with_empty_axes", int64_t{1}}});
}

Values cum_sum(OperationWriter& op) {
  const auto& options = op.options<ops::CumSum>();
  if (!op.in(0).rank_known() || op.in(0).rank() == 0) return cannot_express("a CumSum of a scalar");
  return op.finish({op.in(0), op.has(1) ? as_scalar(op.to, op.in(1)) : integer(0)},
                   {{"exclusive", int64_t{options.exclusive}}, {"reverse", int64_t{options.reverse}}});
}

template <class Options>
Values along_axis(OperationWriter& op) {
  return op.finish(op.inputs, {{"axis", op.options<Options>().axis}});
}

Values top_k(OperationWriter& op) {
  const auto& options = op.options<ops::TopK>();
  if (options.least_k > 0 && !op.in(1).constant) return cannot_express("the error of k = 0 of TopK");
  const Named count =
      op.add("Reshape", {as_i64(op.to, op.in(1)), integers({1})}, list_of(Dimension::exactly(1)));
  const Signature places{ElementType::kI64, op.outputs[1].shape};
  std::vector<Named> made =
      op.to.add_all("TopK", {op.in(0), count}, {op.outputs[0], places},
                    {{"axis", options.axis}, {"largest", int64_t{options.greatest}}}, op.name);
  if (options.by_index) {  // ONNX has only the order of the elements
    const std::vector<Named> sorted = op.to.add_all("TopK", {made[1], count}, {places, places},
                                                    {{"axis", options.axis}, {"largest", int64_t{0}}});
    made[0] = op.add("GatherElements", {made[0], sorted[1]}, op.outputs[0], {{"axis", options.axis}});
    made[1] = sorted[0];
  }
  made[1] = cast(op.to, made[1], options.index_type);
  return made;
}

// Swaps the last two axes; a vector stays the same.
Result<Named> transposed(OperationWriter& op, const Named& value) {
  if (!value.rank_known()) return cannot_express("a transposed operand of unknown rank");
  if (value.rank() < 2) return value;
  std::vector<int64_t> order;
  for (int64_t axis = 0; axis < value.rank(); ++axis) order.push_back(axis);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  Signature swapped = value.signature;
  std::swap(swapped.shape[value.rank() - 1], swapped.shape[value.rank() - 2]);
  return op.add("Transpose", {value}, swapped, {{"perm", order}});
}

Values matmul(OperationWriter& op) {
  const auto& options = op.options<ops::MatMul>();
  const Named a = options.transpose_a ? TRY(transposed(op, op.in(0))) : op.in(0);
  const Named b = options.transpose_b ? TRY(transposed(op, op.in(1))) : op.in(1);
  return op.finish({a, b});
}

// ONNX does not say that Einsum repeats a dimension of 1. So it is repeated before, as far as sizes are known.
std::vector<Named> repeated_for_einsum(OperationWriter& op, const ops::Einsum& equation, int64_t covered) {
  std::map<int, int64_t> sizes;  // by label
  std::vector<std::vector<int>> labels;
  const auto size_of = [&](size_t k, size_t axis) {
    return op.in(k).rank_known() ? op.in(k).shape()[static_cast<int64_t>(axis)] : Dimension::any();
  };
  for (size_t k = 0; k < op.inputs.size(); ++k) {
    labels.push_back(ops::labels_of(equation.inputs[k], covered));
    for (size_t axis = 0; axis < labels[k].size(); ++axis) {
      const Dimension size = size_of(k, axis);
      if (size.known() && size.min != 1) sizes[labels[k][axis]] = size.min;
    }
  }
  std::vector<Named> operands = op.inputs;
  for (size_t k = 0; k < operands.size(); ++k) {
    std::vector<int64_t> wanted(labels[k].size(), 1);
    bool repeats = false;
    for (size_t axis = 0; axis < wanted.size(); ++axis) {
      const auto size = sizes.find(labels[k][axis]);
      if (size == sizes.end() || size_of(k, axis) != Dimension::exactly(1)) continue;
      wanted[axis] = size->second;
      repeats = true;
    }
    if (repeats) operands[k] = op.add("Expand", {operands[k], integers(wanted)}, any_of(operands[k].type()));
  }
  return operands;
}

// In ONNX all ellipses of an equation cover the same number of axes.
Values einsum(OperationWriter& op) {
  const auto& equation = op.options<ops::Einsum>();
  std::string text;
  std::optional<int64_t> covered;
  const auto append = [&](const std::string& labels) {
    for (const char label : labels) text += label == ops::Einsum::kEllipsis ? "..." : std::string(1, label);
  };
  for (size_t k = 0; k < equation.inputs.size(); ++k) {
    const std::string& labels = equation.inputs[k];
    text += k == 0 ? "" : ",";
    append(labels);
    if (labels.find(ops::Einsum::kEllipsis) == std::string::npos) continue;
    if (!op.in(k).rank_known()) return cannot_express("an Einsum of unknown rank");
    const int64_t axes = op.in(k).rank() - std::ssize(labels) + 1;
    if (covered && *covered != axes) return cannot_express("an Einsum with ellipses of unequal ranks");
    covered = axes;
  }
  text += "->";
  append(equation.output);
  return op.finish(repeated_for_einsum(op, equation, covered.value_or(0)), {{"equation", text}});
}

constexpr WriterRow kReductionRows[] = {
    {"cum_sum", cum_sum, "CumSum"},
    {"einsum", einsum, "Einsum"},
    {"log_softmax", along_axis<ops::LogSoftmax>, "LogSoftmax"},
    {"matmul", matmul, "MatMul"},
    {"reduce_l1", reduce_norm, "ReduceL1"},
    {"reduce_l2", reduce_norm, "ReduceL2"},
    {"reduce_logical_and", reduce, "ReduceMin"},
    {"reduce_logical_or", reduce, "ReduceMax"},
    {"reduce_max", reduce_extremum, "ReduceMax"},
    {"reduce_mean", reduce, "ReduceMean"},
    {"reduce_min", reduce_extremum, "ReduceMin"},
    {"reduce_prod", reduce, "ReduceProd"},
    {"reduce_sum", reduce, "ReduceSum"},
    {"softmax", along_axis<ops::Softmax>, "Softmax"},
    {"top_k", top_k},
};

}  // namespace

std::span<const WriterRow> reduction_rows() { return kReductionRows; }

}  // namespace backedge::onnx::writing
