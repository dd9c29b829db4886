#include <cmath>
#include <limits>

#include "interpreter/onnx/formula.h"
#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/normalizations.h"
#include "interpreter/ops/reduce.h"

/// Operators that reduce elements, or that work along an axis.
namespace backedge::onnx {
namespace {

// From version 13 on along one axis; before that, over all elements from the axis on.
Lowered along_axis(NodeLowering& node, Result<size_t> (*lower)(NodeLowering& node, size_t x, int64_t axis)) {
  if (node.version >= 13) return one(lower(node, node.in(0), TRY(node.attributes.integer("axis", -1))));
  const int64_t axis = TRY(node.attributes.integer("axis", 1));
  const PartialShape& data = node.known(node.in(0)).signature.shape;
  const int64_t rank = std::max<int64_t>(data.rank(), 1);
  if (data.rank_known() && (axis < -rank || axis >= rank))  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "axis " + std::to_string(axis) + " of rank " + std::to_string(data.rank()));
  const size_t flat = TRY(flattened(node, axis));
  const size_t value = TRY(lower(node, flat, -1));
  const size_t shape = TRY(shape_of(node, node.in(0)));
  return one(node.apply(ops::make_reshape(false), {value, shape}));
}

// 1 at the first of the greatest elements, and 0 elsewhere.
Result<size_t> hardmax(NodeLowering& node, size_t x, int64_t axis) {
  const ElementType type = node.type(x);
  if (node.count(x) == 0) return node.apply(ops::make_identity(), {x});
  const std::vector<size_t> best =
      TRY(node.apply_all(ops::make_top_k({.axis = axis, .least_k = 1}), {x, node.integer(1)}, 2));
  const size_t index = TRY(node.apply(ops::make_squeeze(), {best[1], node.integers({axis})}));
  const size_t size = TRY(dimension_of(node, x, axis));
  return node.apply(ops::make_one_hot({.axis = axis}),
                    {index, size, node.number(type, 1), node.number(type, 0)});
}

// The position of the greatest or least element; of equal ones the first, or the last.
Lowered arg_best(NodeLowering& node, bool greatest) {
  const int64_t axis = TRY(node.attributes.integer("axis", 0));
  const bool keep_dims = TRY(node.attributes.boolean("keepdims", true));
  const bool last = node.version >= 12 && TRY(node.attributes.boolean("select_last_index", false));
  size_t data = node.in(0);
  if (last) {
    const int64_t from_first = axis < 0 ? axis + TRY(node.rank(data)) : axis;
    data = TRY(node.apply(ops::make_reverse(), {data, node.integers({from_first})}));
  }
  const std::vector<size_t> best = TRY(node.apply_all(
      ops::make_top_k({.axis = axis, .greatest = greatest, .least_k = 1}), {data, node.integer(1)}, 2));
  size_t index = best[1];
  if (last) {
    const size_t size = TRY(dimension_of(node, data, axis));
    const size_t end = TRY(node.apply(ops::make_subtract(), {size, node.integer(1)}));
    index = TRY(node.apply(ops::make_subtract(), {end, index}));
  }
  if (keep_dims) return std::vector<size_t>{index};
  return one(node.apply(ops::make_squeeze(), {index, node.integers({axis})}));
}

Lowered cumulated(NodeLowering& node, Operation (*make)(const ops::CumSum& options)) {
  const bool exclusive = TRY(node.attributes.boolean("exclusive", false));
  const bool reverse = TRY(node.attributes.boolean("reverse", false));
  const size_t axis = TRY(as_scalar(node, node.in(1)));
  return one(node.apply(make({.exclusive = exclusive, .reverse = reverse}), {node.in(0), axis}));
}

// The least value of a type, or the greatest one.
Term extreme(Formula& f, ElementType type, bool greatest) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (is_real(type)) return f.number(type, greatest ? kInfinity : -kInfinity);
  const int64_t bits = 8 * size_of(type);
  const bool is_signed = type <= ElementType::kI64;
  const Term least = f.number(type, is_signed ? -std::ldexp(1, static_cast<int>(bits - 1)) : 0);
  return greatest ? f.apply(ops::make_bitwise_not(), {least}) : least;
}

// The greatest or the least element; without elements, the least or the greatest value of the type. Such an
// element is added to each line if there may be no other.
Lowered extremum(NodeLowering& node, bool greatest) {
  const auto [axes, keep_dims] = TRY(read_reduced_axes(node));
  const ElementType type = node.type(node.in(0));
  if (type == ElementType::kBoolean) {
    return one(node.apply(
        greatest ? ops::make_reduce_logical_or(keep_dims) : ops::make_reduce_logical_and(keep_dims),
        {node.in(0), axes}));
  }
  Formula f(node);
  Term x = f.in(0);
  if (node.count(node.in(0)).value_or(0) == 0) {
    const Term none = broadcast(f.integer(0), f.shape(f.shape(x)));
    const Term ones = broadcast(f.integer(1), f.shape(f.of(axes)));
    const Term ends = f.apply(ops::make_scatter_elements_update({.reduction = ops::Reduction::kMax}),
                              {none, f.of(axes), ones, f.integer(0)});
    x = f.apply(ops::make_pad(), {x, none, ends, extreme(f, type, !greatest)});
  }
  return f.lowered({f.apply(greatest ? ops::make_reduce_max(keep_dims) : ops::make_reduce_min(keep_dims),
                            {x, f.of(axes)})});
}

// The norm of one number is its absolute value: over no axes too, where ReduceL1 and ReduceL2 of IR copy it.
Lowered norm(NodeLowering& node, Operation (*make)(bool keep_dims)) {
  const auto [axes, keep_dims] = TRY(read_reduced_axes(node));
  const size_t size = TRY(node.apply(ops::make_abs(), {node.in(0)}));  // [ONNX-GRAPH-14]
  return one(node.apply(make(keep_dims), {size, axes}));
}

}  // namespace

Lowered lower_softmax(NodeLowering& node) {
  return along_axis(node, [](NodeLowering& lowering, size_t x, int64_t axis) {
    return lowering.apply(ops::make_softmax({.axis = axis}), {x});
  });
}

Lowered lower_log_softmax(NodeLowering& node) {
  return along_axis(node, [](NodeLowering& lowering, size_t x, int64_t axis) {
    return lowering.apply(ops::make_log_softmax({.axis = axis}), {x});
  });
}

Lowered lower_hardmax(NodeLowering& node) { return along_axis(node, hardmax); }

Lowered lower_arg_max(NodeLowering& node) { return arg_best(node, true); }
Lowered lower_arg_min(NodeLowering& node) { return arg_best(node, false); }

Lowered lower_cum_sum(NodeLowering& node) { return cumulated(node, ops::make_cum_sum); }
Lowered lower_cum_prod(NodeLowering& node) { return cumulated(node, ops::make_cum_prod); }

Lowered lower_reduce_max(NodeLowering& node) { return extremum(node, true); }
Lowered lower_reduce_min(NodeLowering& node) { return extremum(node, false); }

Lowered lower_top_k(NodeLowering& node) {
  const int64_t axis = TRY(node.attributes.integer("axis", -1));
  const bool largest = node.version < 11 || TRY(node.attributes.boolean("largest", true));
  if (node.version >= 11) node.attributes.has("sorted");  // sorted is one of the allowed orders
  const size_t k =
      node.version < 10 ? node.integer(TRY(node.attributes.integer("k"))) : TRY(as_scalar(node, node.in(1)));
  return node.apply_all(ops::make_top_k({.axis = axis, .greatest = largest}), {node.in(0), k}, 2);
}

Result<ReducedAxes> read_reduced_axes(NodeLowering& node) {
  const bool keep_dims = TRY(node.attributes.boolean("keepdims", true));
  const bool is_sum = node.node.op_type() == "ReduceSum";
  if (node.version < (is_sum ? 13 : 18)) {
    if (!node.attributes.has("axes")) return ReducedAxes{TRY(all_axes(node, node.in(0))), keep_dims};
    return ReducedAxes{node.integers(TRY(node.attributes.integers("axes"))), keep_dims};
  }
  const bool none_is_noop = TRY(node.attributes.boolean("noop_with_empty_axes", false));
  if (!node.has(1)) {
    return ReducedAxes{none_is_noop ? node.integers({}) : TRY(all_axes(node, node.in(0))), keep_dims};
  }
  if (none_is_noop) return ReducedAxes{node.in(1), keep_dims};
  const std::optional<int64_t> count = node.count(node.in(1));
  if (!count) return not_known("the number of axes");
  if (count == 0) return ReducedAxes{TRY(all_axes(node, node.in(0))), keep_dims};
  return ReducedAxes{node.in(1), keep_dims};
}

Lowered lower_reduce_l1(NodeLowering& node) { return norm(node, ops::make_reduce_l1); }

// ONNX's function takes the root of integers in f32 and drops its fraction.  [ONNX-GRAPH-14]
Lowered lower_reduce_l2(NodeLowering& node) {
  const ElementType type = node.type(node.in(0));
  if (is_real(type)) return norm(node, ops::make_reduce_l2);
  const auto [axes, keep_dims] = TRY(read_reduced_axes(node));
  Formula f(node);
  const Term sum = f.apply(ops::make_reduce_sum(keep_dims), {f.in(0) * f.in(0), f.of(axes)});
  return f.lowered({cast(sqrt(cast(sum, ElementType::kF32)), type)});
}

Lowered lower_reduce_log_sum(NodeLowering& node) {
  const auto [axes, keep_dims] = TRY(read_reduced_axes(node));
  const size_t sum = TRY(node.apply(ops::make_reduce_sum(keep_dims), {node.in(0), axes}));
  return one(node.apply(ops::make_log(), {sum}));
}

// In f64, as the function in ONNX's schema.
Lowered lower_reduce_log_sum_exp(NodeLowering& node) {
  const auto [axes, keep_dims] = TRY(read_reduced_axes(node));
  const size_t x = TRY(node.apply(ops::make_convert(ElementType::kF64), {node.in(0)}));
  const size_t powers = TRY(node.apply(ops::make_exp(), {x}));
  const size_t sum = TRY(node.apply(ops::make_reduce_sum(keep_dims), {powers, axes}));
  const size_t log = TRY(node.apply(ops::make_log(), {sum}));
  return one(node.apply(ops::make_convert(node.type(node.in(0))), {log}));
}

Lowered lower_reduce_sum_square(NodeLowering& node) {
  const auto [axes, keep_dims] = TRY(read_reduced_axes(node));
  const size_t square = TRY(node.apply(ops::make_multiply(), {node.in(0), node.in(0)}));
  return one(node.apply(ops::make_reduce_sum(keep_dims), {square, axes}));
}

}  // namespace backedge::onnx
