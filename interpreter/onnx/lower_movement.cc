#include <limits>

#include "interpreter/onnx/formula.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/reduce.h"

/// Operators that move elements.
namespace backedge::onnx {
namespace {

Result<ops::Reduction> read_reduction(NodeLowering& node) {
  if (node.version < 16) return ops::Reduction::kNone;
  const std::string name = TRY(
      node.version < 18 ? node.attributes.choice("reduction", {"none", "add", "mul"}, "none")
                        : node.attributes.choice("reduction", {"none", "add", "mul", "max", "min"}, "none"));
  if (name == "add") return ops::Reduction::kSum;
  if (name == "mul") return ops::Reduction::kProduct;
  if (name == "max") return ops::Reduction::kMax;
  return name == "min" ? ops::Reduction::kMin : ops::Reduction::kNone;
}

// Whether a block comes before the elements of the depth, which versions from `first` on can choose.
Result<bool> blocks_come_first(NodeLowering& node, int64_t first) {
  if (node.version < first) return true;
  return TRY(node.attributes.choice("mode", {"DCR", "CRD"}, "DCR")) == "DCR";
}

// An optional list of axes: an attribute or an operand.
Result<std::optional<size_t>> axes_of(NodeLowering& node, int64_t first_with_operand) {
  if (node.version >= first_with_operand) return node.has(1) ? std::optional(node.in(1)) : std::nullopt;
  if (!node.attributes.has("axes")) return std::optional<size_t>();
  return std::optional(node.integers(TRY(node.attributes.integers("axes"))));
}

// Data that begins again at each end: position p is element p modulo the size of the axis.
Lowered wrapped(NodeLowering& node, size_t begins, size_t ends) {
  if (node.version < 19)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "mode \"wrap\" is of Pad-19 and later");
  Formula f(node);
  Term x = f.in(0);
  const int64_t rank = f.rank(x);
  for (int64_t axis = 0; axis < rank; ++axis) {
    const Term size = f.dimension(x, axis), at = f.integer(axis), one = f.integer(1);
    const Term first = -gather(f.of(begins), at, 0), last = size + gather(f.of(ends), at, 0);
    x = gather(x, f.apply(ops::make_floor_mod(), {range(first, last, one), size}), axis);
  }
  return f.lowered({x});
}

}  // namespace

Lowered lower_concat(NodeLowering& node) {
  const int64_t axis = TRY(node.attributes.integer("axis"));
  std::vector<size_t> operands;
  for (size_t k = 0; k < node.inputs.size(); ++k) operands.push_back(node.in(k));
  return one(node.apply(ops::make_concat(axis), std::move(operands)));
}

Lowered lower_depth_to_space(NodeLowering& node) {
  TRY(node.check_shape(0, PartialShape::of_rank(4)));
  const int64_t size = TRY(node.attributes.integer("blocksize"));
  const bool blocks_first = TRY(blocks_come_first(node, 11));
  if (size < 1) return Error("ONNX-GRAPH-6", "blocksize is " + std::to_string(size));  // [ONNX-GRAPH-6]
  return one(
      node.apply(ops::make_depth_to_space({.size = size, .blocks_first = blocks_first}), {node.in(0)}));
}

Lowered lower_space_to_depth(NodeLowering& node) {
  TRY(node.check_shape(0, PartialShape::of_rank(4)));
  const int64_t size = TRY(node.attributes.integer("blocksize"));
  const bool blocks_first = TRY(blocks_come_first(node, 28));
  if (size < 1) return Error("ONNX-GRAPH-6", "blocksize is " + std::to_string(size));  // [ONNX-GRAPH-6]
  return one(
      node.apply(ops::make_space_to_depth({.size = size, .blocks_first = blocks_first}), {node.in(0)}));
}

Result<size_t> flattened(NodeLowering& node, int64_t axis) {
  const size_t shape = TRY(shape_of(node, node.in(0)));
  const auto size_of_part = [&](int64_t begin, int64_t end) -> Result<size_t> {
    const size_t part = TRY(part_of(node, shape, begin, end));
    return node.apply(ops::make_reduce_prod(true), {part, node.integers({0})});
  };
  const size_t before = TRY(size_of_part(0, axis));
  const size_t after = TRY(size_of_part(axis, std::numeric_limits<int64_t>::max()));
  const size_t target = TRY(node.apply(ops::make_concat(0), {before, after}));
  return node.apply(ops::make_reshape(false), {node.in(0), target});
}

Lowered lower_flatten(NodeLowering& node) {
  const int64_t axis = TRY(node.attributes.integer("axis", 1));
  const PartialShape& data = node.known(node.in(0)).signature.shape;
  const int64_t least = node.version < 11 ? 0 : -data.rank();
  if (data.rank_known() && (axis < least || axis > data.rank()))  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "axis " + std::to_string(axis) + " of rank " + std::to_string(data.rank()));
  return one(flattened(node, axis));
}

Lowered lower_gather(NodeLowering& node) {
  const size_t axis = node.integer(TRY(node.attributes.integer("axis", 0)));
  return one(node.apply(ops::make_gather({.out_of_range = ops::Gather::OutOfRange::kFromEndOrError}),
                        {node.in(0), node.in(1), axis}));
}

Lowered lower_gather_nd(NodeLowering& node) {
  const int64_t batches = node.version < 12 ? 0 : TRY(node.attributes.integer("batch_dims", 0));
  if (batches < 0) return Error("ONNX-GRAPH-6", "batch_dims is negative");  // [ONNX-GRAPH-6]
  return one(node.apply(ops::make_gather_nd({.batch_dims = batches}), {node.in(0), node.in(1)}));
}

Lowered lower_non_zero(NodeLowering& node) {
  return one(node.apply(ops::make_non_zero(ElementType::kI64), {node.in(0)}));
}

// The values are [off, on]. Indices and depth may have any numeric type.
Lowered lower_one_hot(NodeLowering& node) {
  const int64_t axis = TRY(node.attributes.integer("axis", -1));
  const size_t indices = TRY(node.apply(ops::make_convert(ElementType::kI64), {node.in(0)}));
  const size_t count = TRY(as_scalar(node, node.in(1)));
  const size_t depth = TRY(node.apply(ops::make_convert(ElementType::kI64), {count}));
  const std::vector<size_t> values = TRY(node.apply_all(ops::make_split(), {node.in(2), node.integer(0)}, 2));
  const size_t off = TRY(as_scalar(node, values[0])), on = TRY(as_scalar(node, values[1]));
  return one(node.apply(ops::make_one_hot({.axis = axis, .from_end = true}), {indices, depth, on, off}));
}

// Pads are the begins of all axes, then the ends.
Lowered lower_pad(NodeLowering& node) {
  using Mode = ops::Pad::Mode;
  const std::string name =
      TRY(node.attributes.choice("mode", {"constant", "reflect", "edge", "wrap"}, "constant"));
  const Mode mode = name == "constant" ? Mode::kConstant : name == "edge" ? Mode::kEdge : Mode::kReflect;
  const bool has_operands = node.version >= 11, has_value = has_operands && node.has(2);
  const size_t pads = has_operands ? node.in(1) : node.integers(TRY(node.attributes.integers("pads")));
  std::vector<size_t> ends = TRY(node.apply_all(ops::make_split(), {pads, node.integer(0)}, 2));
  if (node.version >= 18 && node.has(3)) {
    const size_t rank = TRY(shape_of(node, TRY(shape_of(node, node.in(0)))));
    const size_t zeros = TRY(filled(node, node.integer(0), rank));
    const size_t axes = TRY(node.apply(ops::make_convert(ElementType::kI64), {node.in(3)}));
    for (size_t& end : ends) {
      end = TRY(node.apply(ops::make_scatter_elements_update(), {zeros, axes, end, node.integer(0)}));
    }
  }
  if (name == "wrap") return wrapped(node, ends[0], ends[1]);
  // The operation takes numbers alone.
  const bool is_boolean = node.type(node.in(0)) == ElementType::kBoolean;
  const auto as_number = [&](size_t slot) -> Result<size_t> {
    return is_boolean ? node.apply(ops::make_convert(ElementType::kU8), {slot}) : slot;
  };
  std::vector<size_t> operands = {TRY(as_number(node.in(0))), ends[0], ends[1]};
  if (!has_operands && mode == Mode::kConstant)
    operands.push_back(node.number(node.type(node.in(0)), TRY(node.attributes.real("value", 0))));
  if (!has_operands) node.attributes.has("value");
  if (has_value && mode == Mode::kConstant)
    operands.push_back(TRY(as_number(TRY(as_scalar(node, node.in(2))))));
  const size_t padded = TRY(node.apply(ops::make_pad({.mode = mode}), std::move(operands)));
  if (!is_boolean) return std::vector<size_t>{padded};
  return one(node.apply(ops::make_convert(ElementType::kBoolean), {padded}));
}

Lowered lower_reshape(NodeLowering& node) {
  const bool allow_zero = node.version >= 14 && TRY(node.attributes.boolean("allowzero", false));
  return one(node.apply(ops::make_reshape(!allow_zero), {node.in(0), node.in(1)}));
}

Lowered lower_reverse_sequence(NodeLowering& node) {
  const int64_t batch_axis = TRY(node.attributes.integer("batch_axis", 1));
  const int64_t time_axis = TRY(node.attributes.integer("time_axis", 0));
  if (batch_axis < 0 || batch_axis > 1 || time_axis != 1 - batch_axis)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "batch_axis and time_axis are not 0 and 1");
  Formula f(node);
  // A length of 0 reverses nothing, like one of 1, the least that the operation accepts.
  const Term lengths = where(equal(f.in(1), f.number(f.in(1), 0)), f.number(f.in(1), 1), f.in(1));
  return f.lowered({f.apply(ops::make_reverse_sequence({.batch_axis = batch_axis, .seq_axis = time_axis}),
                            {f.in(0), lengths})});
}

Lowered lower_scatter_elements(NodeLowering& node) {
  const int64_t axis = TRY(node.attributes.integer("axis", 0));
  const ops::Reduction reduction = TRY(read_reduction(node));
  return one(node.apply(ops::make_scatter_elements_update({.reduction = reduction}),
                        {node.in(0), node.in(1), node.in(2), node.integer(axis)}));
}

Lowered lower_scatter_nd(NodeLowering& node) {
  const ops::Reduction reduction = TRY(read_reduction(node));
  return one(node.apply(ops::make_scatter_nd_update({.reduction = reduction}),
                        {node.in(0), node.in(1), node.in(2)}));
}

Lowered lower_slice(NodeLowering& node) {
  const Operation slice = ops::make_slice({.clamps_start = true});  // [ONNX-GRAPH-13]
  if (node.version < 10) {
    const std::vector<int64_t> starts = TRY(node.attributes.integers("starts"));
    const std::vector<int64_t> ends = TRY(node.attributes.integers("ends"));
    std::vector<size_t> operands = {node.in(0), node.integers(starts), node.integers(ends),
                                    node.integers(std::vector<int64_t>(starts.size(), 1))};
    if (node.attributes.has("axes")) operands.push_back(node.integers(TRY(node.attributes.integers("axes"))));
    return one(node.apply(slice, std::move(operands)));
  }
  const auto step = [&]() -> Result<size_t> {
    if (node.has(4)) return node.in(4);
    const ElementType type = node.type(node.in(1));
    return filled(node, node.number(type, 1), TRY(shape_of(node, node.in(1))));
  };
  std::vector<size_t> operands = {node.in(0), node.in(1), node.in(2)};
  operands.push_back(TRY(step()));
  if (node.has(3)) operands.push_back(node.in(3));
  return one(node.apply(slice, std::move(operands)));
}

// Equal parts, given lengths, or parts of one length of which the last may be shorter.
Lowered lower_split(NodeLowering& node) {
  const size_t axis = node.integer(TRY(node.attributes.integer("axis", 0)));
  const size_t count = node.outputs();
  std::optional<size_t> lengths;
  if (node.version < 13 && node.attributes.has("split"))
    lengths = node.integers(TRY(node.attributes.integers("split")));
  if (node.version >= 13 && node.has(1)) lengths = node.in(1);
  if (node.version >= 18 && !lengths) {
    const int64_t written = TRY(node.attributes.integer("num_outputs"));
    if (written != std::ssize(node.node.output()))  // [ONNX-GRAPH-6]
      return Error("ONNX-GRAPH-6", "num_outputs is " + std::to_string(written) + ", but the node has " +
                                       std::to_string(count) + " outputs");
    const size_t whole = TRY(dimension_of(node, node.in(0), TRY(node.attributes.integer("axis", 0))));
    const size_t most = TRY(node.apply(ops::make_add(), {whole, node.integer(written - 1)}));
    const size_t part = TRY(node.apply(ops::make_divide(), {most, node.integer(written)}));
    const size_t others = TRY(node.apply(ops::make_multiply(), {part, node.integer(written - 1)}));
    const size_t last = TRY(node.apply(ops::make_subtract(), {whole, others}));
    const size_t before = TRY(filled(node, part, node.integers({written - 1})));
    const size_t after = TRY(filled(node, last, node.integers({1})));
    lengths = TRY(node.apply(ops::make_concat(0), {before, after}));
  }
  if (!lengths) return node.apply_all(ops::make_split(), {node.in(0), axis}, count);
  return node.apply_all(ops::make_variadic_split(), {node.in(0), axis, *lengths}, count);
}

Lowered lower_squeeze(NodeLowering& node) {
  std::vector<size_t> operands = {node.in(0)};
  if (const auto axes = TRY(axes_of(node, 13))) operands.push_back(*axes);
  return one(node.apply(ops::make_squeeze(ops::NotOne::kError), std::move(operands)));
}

Lowered lower_unsqueeze(NodeLowering& node) {
  const size_t axes = node.version >= 13 ? node.in(1) : node.integers(TRY(node.attributes.integers("axes")));
  return one(node.apply(ops::make_unsqueeze(), {node.in(0), axes}));
}

// Without perm the axes are reversed.
Lowered lower_transpose(NodeLowering& node) {
  if (node.attributes.has("perm")) {
    const size_t order = node.integers(TRY(node.attributes.integers("perm")));
    return one(node.apply(ops::make_transpose(), {node.in(0), order}));
  }
  const size_t axes = TRY(all_axes(node, node.in(0)));
  const size_t order = TRY(node.apply(ops::make_reverse(), {axes, node.integers({0})}));
  return one(node.apply(ops::make_transpose(), {node.in(0), order}));
}

// Keeps x[..., i, j] with j - i >= k (upper) or j - i <= k (lower).
Lowered lower_trilu(NodeLowering& node) {
  const bool upper = TRY(node.attributes.boolean("upper", true));
  const size_t k = node.has(1) ? TRY(as_scalar(node, node.in(1))) : node.integer(0);
  const auto positions = [&](int64_t axis) -> Result<size_t> {
    const size_t size = TRY(dimension_of(node, node.in(0), axis));
    return node.apply(ops::make_range({}), {node.integer(0), size, node.integer(1)});
  };
  const size_t row = TRY(positions(-2));
  const size_t rows = TRY(node.apply(ops::make_unsqueeze(), {row, node.integers({1})}));
  const size_t columns = TRY(positions(-1));
  const size_t distance = TRY(node.apply(ops::make_subtract(), {columns, rows}));
  const size_t kept =
      TRY(node.apply(upper ? ops::make_greater_equal() : ops::make_less_equal(), {distance, k}));
  return one(node.apply(ops::make_select(), {kept, node.in(0), node.number(node.type(node.in(0)), 0)}));
}

// Without an axis the elements are those of the flattened tensor.
Lowered lower_unique(NodeLowering& node) {
  const bool sorted = TRY(node.attributes.boolean("sorted", true));
  std::vector<size_t> operands = {node.in(0)};
  if (node.attributes.has("axis")) operands.push_back(node.integer(TRY(node.attributes.integer("axis"))));
  return node.apply_all(ops::make_unique({.sorted = sorted}), std::move(operands), 4);
}

}  // namespace backedge::onnx
