#include "interpreter/ops/movement.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/wide.h"

/// Operations that move elements.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

// Axes may be named twice here, but not in ONNX.
void sort_once(std::vector<int64_t>& axes) {
  std::sort(axes.begin(), axes.end());
  axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
}

Values broadcast(OperationWriter& op) {
  using Mode = ops::BroadcastTo::Mode;
  const Mode mode = op.options<ops::BroadcastTo>().mode;
  const Named target = as_i64(op.to, op.in(1));
  const Named& data = op.in(0);
  if (mode == Mode::kBidirectional) return op.finish("Expand", {data, target});
  if (mode == Mode::kExplicit) {
    if (!op.in(2).constant || !data.shape().known() || !op.outputs[0].shape.rank_known())
      return cannot_express("an explicit Broadcast of axes or shapes that are not known");
    std::vector<int64_t> shape(static_cast<size_t>(op.outputs[0].shape.rank()), 1);
    const std::vector<int64_t> mapping = integers_of(*op.in(2).constant);
    for (size_t k = 0; k < mapping.size(); ++k)
      shape[static_cast<size_t>(mapping[k])] = data.shape()[static_cast<int64_t>(k)].min;
    const Signature wider{data.type(), PartialShape(Shape(shape))};
    const Named placed = op.add("Reshape", {data, integers(shape)}, wider, {{"allowzero", int64_t{1}}});
    return op.finish("Expand", {placed, target});
  }
  const Named expanded = op.add("Expand", {data, target});
  // ONNX repeats dimensions of 1 of the target too. Then the result is larger than the target, which Reshape
  // rejects.
  const bool fits = target.constant && data.shape().known();
  if (fits) return std::vector<Named>{expanded};
  if (!data.rank_known() || !op.outputs[0].shape.rank_known() || data.rank() > op.outputs[0].shape.rank())
    return cannot_express("a Broadcast whose data may have more dimensions than the target");
  return op.finish("Reshape", {expanded, target}, {{"allowzero", int64_t{1}}});
}

Values concat(OperationWriter& op) { return op.finish(op.inputs, {{"axis", op.options<int64_t>()}}); }

Values non_zero(OperationWriter& op) {
  const ElementType type = op.outputs[0].type;
  if (type == ElementType::kI64) return op.finish(op.inputs);
  const Named found = op.add("NonZero", op.inputs, {ElementType::kI64, op.outputs[0].shape});
  return std::vector<Named>{cast(op.to, found, type)};
}

// Indices outside of [0, depth) mark nothing. ONNX counts from the end below 0.
// ONNX has no OneHot of a scalar, so it becomes a list of one.
Values one_hot(OperationWriter& op) {
  const auto& options = op.options<ops::OneHot>();
  Named indices = as_i64(op.to, op.in(0));
  const bool is_scalar = indices.rank_known() && indices.rank() == 0;
  if (is_scalar) indices = op.add("Reshape", {indices, integers({1})}, list_of(Dimension::exactly(1)));
  const Named depth = as_i64(op.to, op.in(1));
  if (!depth.constant) return cannot_express("the error of a depth of 0 of OneHot");
  if (!options.from_end) {
    const Signature flag{ElementType::kBoolean, indices.shape()};
    const Named below = op.add("Less", {indices, integer(0)}, flag);
    indices = op.add("Where", {below, depth, indices}, indices.signature);
  }
  const Signature pair{op.in(2).type(), Shape{2}}, single{op.in(2).type(), Shape{1}};
  const Named off = op.add("Reshape", {op.in(3), integers({1})}, single);
  const Named on = op.add("Reshape", {op.in(2), integers({1})}, single);
  const Named values = op.add("Concat", {off, on}, pair, {{"axis", int64_t{0}}});
  if (!is_scalar) return op.finish({indices, depth, values}, {{"axis", options.axis}});
  const Signature row{op.outputs[0].type, with_axis(op.outputs[0].shape, 0, Dimension::exactly(1))};
  return op.finish("Squeeze",
                   {op.add("OneHot", {indices, depth, values}, row, {{"axis", int64_t{1}}}), integers({0})});
}

// ONNX has no reflection that repeats the edge, so each axis becomes a Gather.
Values symmetric_pad(OperationWriter& op, const std::vector<int64_t>& pads) {
  Named data = op.in(0);
  const Shape shape = data.shape().shape();
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    const int64_t begin = pads[static_cast<size_t>(axis)],
                  end = pads[static_cast<size_t>(axis + shape.rank())];
    if (begin == 0 && end == 0) continue;
    std::vector<int64_t> places;
    for (int64_t k = -begin; k < shape[axis] + end; ++k)
      places.push_back(k < 0 ? -1 - k : std::min(k, 2 * shape[axis] - 1 - k));
    data = op.add("Gather", {data, integers(places)}, any_of(data.type()), {{"axis", axis}});
  }
  return op.finish("Identity", {data});
}

// ONNX does not say what is left if more elements are removed than there are: here nothing.
Result<void> limit_removed(const Named& data, std::vector<int64_t>& pads) {
  const size_t rank = pads.size() / 2;
  for (size_t axis = 0; axis < rank; ++axis) {
    int64_t &begin = pads[axis], &end = pads[rank + axis];
    const Dimension size = data.rank_known() ? data.shape()[static_cast<int64_t>(axis)] : Dimension::any();
    if (ops::Wide{begin} + size.min + end >= 0) continue;
    if (!size.known()) return cannot_express("a Pad that may remove more elements than there are");
    begin = -size.min;
    end = 0;
  }
  return {};
}

Values pad(OperationWriter& op) {
  using Mode = ops::Pad::Mode;
  const auto& options = op.options<ops::Pad>();
  if (!op.in(1).constant || !op.in(2).constant) return cannot_express("the errors of pads that are computed");
  std::vector<int64_t> pads = integers_of(*op.in(1).constant);
  const std::vector<int64_t> ends = integers_of(*op.in(2).constant);
  pads.insert(pads.end(), ends.begin(), ends.end());
  if (options.mode != Mode::kConstant && !op.in(0).shape().known())
    return cannot_express("the errors of a Pad of unknown shape");
  if (options.mode == Mode::kSymmetric) return symmetric_pad(op, pads);
  TRY(limit_removed(op.in(0), pads));
  std::vector<Named> operands = {op.in(0), integers(pads)};
  if (op.has(3) && options.mode == Mode::kConstant) operands.push_back(op.in(3));
  const char* const mode = options.mode == Mode::kConstant ? "constant"
                           : options.mode == Mode::kEdge   ? "edge"
                                                           : "reflect";
  return op.finish(operands, {{"mode", mode}});
}

// ONNX has operands of one type, which is that of the result.
Values range(OperationWriter& op) {
  for (const Named& input : op.inputs) {
    if (input.type() != op.outputs[0].type) return cannot_express("a Range of operands of another type");
  }
  return op.finish(op.inputs);
}

Values reshape(OperationWriter& op) {
  const int64_t exact = op.options<bool>() ? 0 : 1;
  return op.finish({op.in(0), as_i64(op.to, op.in(1))}, {{"allowzero", exact}});
}

Values reverse(OperationWriter& op) {
  std::vector<int64_t> axes = TRY(op.known_integers(1, "axes of Reverse"));
  if (op.options<ops::Reverse>().by_mask) {
    std::vector<int64_t> named;
    for (size_t k = 0; k < axes.size(); ++k) {
      if (axes[k] != 0) named.push_back(static_cast<int64_t>(k));
    }
    axes = named;
  }
  if (axes.empty()) return op.finish("Identity", {op.in(0)});
  if (!op.in(0).rank_known()) return cannot_express("a Reverse of unknown rank");
  for (int64_t& axis : axes) axis = *normalize_axis(axis, op.in(0).rank());
  sort_once(axes);
  const std::vector<int64_t> last(axes.size(), -1), before(axes.size(), std::numeric_limits<int64_t>::min());
  return op.finish("Slice", {op.in(0), integers(last), integers(before), integers(axes), integers(last)});
}

Values shape_of(OperationWriter& op) {
  const Named shape = op.add("Shape", op.inputs, {ElementType::kI64, op.outputs[0].shape});
  return std::vector<Named>{cast(op.to, shape, op.outputs[0].type)};
}

// The size of the i-th axis that is cut.
Dimension cut_size(const OperationWriter& op, size_t i) {
  const Named& data = op.in(0);
  if (!data.rank_known() || (op.has(4) && !op.in(4).constant)) return Dimension::any();
  const int64_t axis = op.has(4) ? integers_of(*op.in(4).constant)[i] : static_cast<int64_t>(i);
  return data.shape()[*normalize_axis(axis, data.rank())];
}

// Whether an axis may be cut backward from before its first element.
bool may_start_before_first(const OperationWriter& op, const Named& start, const Named& step) {
  if (!step.constant) return true;
  const std::vector<int64_t> steps = integers_of(*step.constant);
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] > 0) continue;
    if (!start.constant || integers_of(*start.constant)[i] < -cut_size(op, i).min) return true;
  }
  return false;
}

Values slice(OperationWriter& op) {
  Named start = as_i64(op.to, op.in(1)), stop = as_i64(op.to, op.in(2));
  const Named step = as_i64(op.to, op.in(3)), axes = op.has(4) ? as_i64(op.to, op.in(4)) : left_out();
  if (!op.options<ops::Slice>().clamps_start && may_start_before_first(op, start, step)) {
    // Nothing is cut here, but the first element in ONNX (OP-50). So both borders become 0.
    const Signature& list = start.signature;
    const Signature flags{ElementType::kBoolean, list.shape};
    const Named shape = op.add("Shape", {op.in(0)}, list_of(Dimension::any()));
    const Named count = op.add("Shape", {start}, list_of(Dimension::exactly(1)));
    const Named sizes = op.has(4) ? op.add("Gather", {shape, axes}, list)
                                  : op.add("Slice", {shape, integers({0}), count}, list);
    const Named before = op.add("Less", {start, op.add("Neg", {sizes}, list)}, flags);
    const Named nothing = op.add("And", {before, op.add("Less", {step, integer(0)}, flags)}, flags);
    start = op.add("Where", {nothing, integer(0), start}, list);
    stop = op.add("Where", {nothing, integer(0), stop}, list);
  }
  return op.finish({op.in(0), start, stop, axes, step});
}

Values split(OperationWriter& op) {
  const int64_t axis = TRY(op.known_integer(1, "an axis of Split"));
  const auto count = std::ssize(op.outputs);
  if (op.in(0).rank_known() && op.in(0).shape()[*normalize_axis(axis, op.in(0).rank())].known())
    return op.finish({op.in(0)}, {{"axis", axis}, {"num_outputs", count}});
  // ONNX rejects parts that are not the whole together, but makes the last of its own parts shorter.
  const Named each =
      op.add("Div", {size_of_axis(op.to, op.in(0), axis), integer(count)}, scalar_of(ElementType::kI64));
  const Named sizes = op.add("Expand", {each, integers({count})}, list_of(Dimension::exactly(count)));
  return op.finish({op.in(0), sizes}, {{"axis", axis}});
}

Values variadic_split(OperationWriter& op) {
  const int64_t axis = TRY(op.known_integer(1, "an axis of VariadicSplit"));
  Named lengths = as_list(op.to, op.in(2));
  std::optional<size_t> rest;  // the part of the rest, if its size is not known
  if (lengths.constant) {
    std::vector<int64_t> sizes = integers_of(*lengths.constant);
    for (size_t k = 0; k < sizes.size(); ++k) {
      if (sizes[k] >= 0) continue;
      const PartialShape& part = op.outputs[k].shape;
      const bool is_known = part.rank_known() && part[*normalize_axis(axis, part.rank())].known();
      sizes[k] = is_known ? part[*normalize_axis(axis, part.rank())].min : 0;
      if (!is_known) rest = k;
    }
    lengths = integers(sizes);
    if (rest) {  // ONNX rejects a size below 0
      const int64_t others = std::accumulate(sizes.begin(), sizes.end(), int64_t{0});
      std::vector<int64_t> place(sizes.size(), 0);
      place[*rest] = 1;
      const Signature list = lengths.signature;
      const Named left =
          op.add("Sub", {size_of_axis(op.to, op.in(0), axis), integer(others)}, scalar_of(ElementType::kI64));
      lengths = op.add("Add", {lengths, op.add("Mul", {integers(place), left}, list)}, list);
    }
  } else {
    return cannot_express("a VariadicSplit with lengths that are computed, of which one may be -1");
  }
  return op.finish({op.in(0), lengths}, {{"axis", axis}});
}

// ONNX rejects a dimension other than 1, which stays here.
Values squeeze(OperationWriter& op) {
  const Named& data = op.in(0);
  const bool all = !op.has(1);
  if (op.options<ops::NotOne>() == ops::NotOne::kError && !all)
    return op.finish({data, as_list(op.to, op.in(1))});
  std::vector<int64_t> named, axes;
  if (!all) named = TRY(op.known_integers(1, "axes of Squeeze"));
  if (named.empty()) return op.finish({data});
  if (!data.rank_known()) return cannot_express("a Squeeze of unknown rank");
  for (const int64_t axis : named) {
    const int64_t from_first = *normalize_axis(axis, data.rank());
    const Dimension dim = data.shape()[from_first];
    if (!dim.known()) return cannot_express("a Squeeze of a dimension that may be 1 or not");
    if (dim.min == 1) axes.push_back(from_first);
  }
  sort_once(axes);
  if (axes.empty()) return op.finish("Identity", {data});
  return op.finish({data, integers(axes)});
}

Values unsqueeze(OperationWriter& op) { return op.finish({op.in(0), as_list(op.to, op.in(1))}); }

Values tile(OperationWriter& op) {
  const Named& data = op.in(0);
  Named repeats = as_list(op.to, op.in(1));
  if (!data.rank_known() || !repeats.shape().known()) return cannot_express("a Tile of unknown rank");
  if (!repeats.constant) return cannot_express("the errors of repeats that are computed");
  std::vector<int64_t> times = integers_of(*repeats.constant);
  Named wider = data;
  if (std::ssize(times) < data.rank()) times.insert(times.begin(), data.rank() - times.size(), 1);
  if (std::ssize(times) > data.rank()) {
    std::vector<int64_t> axes;
    Signature signature = data.signature;
    for (int64_t k = 0; k < std::ssize(times) - data.rank(); ++k) {
      axes.push_back(k);
      signature.shape = with_axis(signature.shape, 0, Dimension::exactly(1));
    }
    wider = op.add("Unsqueeze", {data, integers(axes)}, signature);
  }
  return op.finish({wider, integers(times)});
}

Values transpose(OperationWriter& op) {
  const std::vector<int64_t> order = TRY(op.known_integers(1, "an order of Transpose"));
  AttributeList attributes;
  if (!order.empty()) append(attributes, {"perm", order});
  return op.finish({op.in(0)}, attributes);
}

constexpr WriterRow kMovementRows[] = {
    {"broadcast", broadcast},
    {"concat", concat, "Concat"},
    {"non_zero", non_zero, "NonZero"},
    {"one_hot", one_hot, "OneHot"},
    {"pad", pad, "Pad"},
    {"range", range, "Range"},
    {"reshape", reshape, "Reshape"},
    {"reverse", reverse},
    {"shape_of", shape_of},
    {"slice", slice, "Slice"},
    {"split", split, "Split"},
    {"squeeze", squeeze, "Squeeze"},
    {"tile", tile, "Tile"},
    {"transpose", transpose, "Transpose"},
    {"unsqueeze", unsqueeze, "Unsqueeze"},
    {"variadic_split", variadic_split, "Split"},
};

}  // namespace

Values write_slice(OperationWriter& op) { return slice(op); }

std::span<const WriterRow> movement_rows() { return kMovementRows; }

}  // namespace backedge::onnx::writing
