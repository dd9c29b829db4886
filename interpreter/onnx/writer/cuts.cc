#include <limits>

#include "interpreter/onnx/writer/operation_writer.h"
#include "interpreter/ops/movement.h"

/// Operations that cut or make matrices along axes.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;
using Mask = ops::StridedSlice::Mask;
using List = std::vector<int64_t>;

bool at(const Mask& mask, int64_t i) { return i < std::ssize(mask) && mask[static_cast<size_t>(i)]; }

// What the triples of a StridedSlice do: ranges of axes, axes of which one position is left, and new axes.
struct Triples {
  List ranges, range_axes;  // the triples of ranges, and their axes
  List picks, picked_axes;  // the same for positions
  List new_axes;            // of the output
};

Triples triples_of(const ops::StridedSlice& masks, int64_t count, int64_t rank) {
  Triples triples;
  int64_t left = rank, axis = 0, to = 0;
  for (int64_t i = 0; i < count; ++i) left -= at(masks.ellipsis, i) || at(masks.new_axis, i) ? 0 : 1;
  for (int64_t i = 0; i < count; ++i) {
    if (at(masks.ellipsis, i)) {
      axis += left;
      to += left;
    } else if (at(masks.new_axis, i)) {
      triples.new_axes.push_back(to++);
    } else if (at(masks.shrink_axis, i)) {
      triples.picks.push_back(i);
      triples.picked_axes.push_back(axis++);
    } else {
      triples.ranges.push_back(i);
      triples.range_axes.push_back(axis++);
      ++to;
    }
  }
  return triples;
}

// The elements of an operand at the triples of ranges; where the mask is set, those of `edges`.
Named borders(OperationWriter& op, size_t k, const Triples& triples, const Mask& mask, const List& edges) {
  const Named list = as_i64(op.to, op.in(k));
  const Signature i64 = any_of(ElementType::kI64);
  List masked, chosen;
  bool any = false;
  for (const int64_t i : triples.ranges) {
    masked.push_back(at(mask, i) ? 1 : 0);
    any = any || at(mask, i);
    if (list.constant) chosen.push_back(integers_of(*list.constant)[static_cast<size_t>(i)]);
  }
  if (list.constant) {
    for (size_t i = 0; i < chosen.size(); ++i) chosen[i] = masked[i] != 0 ? edges[i] : chosen[i];
    return integers(chosen);
  }
  const Named given = op.add("Gather", {list, integers(triples.ranges)}, i64);
  if (!any) return given;
  return op.add("Where", {cast(op.to, integers(masked), ElementType::kBoolean), integers(edges), given}, i64);
}

// A Slice of the ranges, a Gather for each position, and an Unsqueeze.
Values strided_slice(OperationWriter& op) {
  const auto& masks = op.options<ops::StridedSlice>();
  Named data = op.in(0);
  if (!data.rank_known() || !op.in(1).shape().known())
    return cannot_express("a StridedSlice of unknown rank");
  const int64_t count = op.in(1).shape().shape().count();
  const Triples triples = triples_of(masks, count, data.rank());
  const List all_strides =
      op.has(3) ? TRY(op.known_integers(3, "strides of StridedSlice")) : List(static_cast<size_t>(count), 1);
  const Signature any = any_of(data.type());
  if (!triples.ranges.empty()) {
    List strides, first, last;
    for (const int64_t i : triples.ranges) {
      strides.push_back(all_strides[static_cast<size_t>(i)]);
      first.push_back(strides.back() > 0 ? 0 : std::numeric_limits<int64_t>::max());
      last.push_back(strides.back() > 0 ? std::numeric_limits<int64_t>::max()
                                        : std::numeric_limits<int64_t>::min());
    }
    data = op.add("Slice",
                  {data, borders(op, 1, triples, masks.begin, first),
                   borders(op, 2, triples, masks.end, last), integers(triples.range_axes), integers(strides)},
                  any);
  }
  for (size_t k = triples.picks.size();
       k-- > 0;) {  // the last axis first, so that the others keep their numbers
    const int64_t i = triples.picks[k];
    Named position = integer(0);
    if (!at(masks.begin, i))
      position = op.add("Gather", {as_i64(op.to, op.in(1)), integer(i)}, scalar_of(ElementType::kI64));
    data = op.add("Gather", {data, position}, any, {{"axis", triples.picked_axes[k]}});
  }
  if (triples.new_axes.empty()) return op.finish("Identity", {data});
  return op.finish("Unsqueeze", {data, integers(triples.new_axes)});
}

// The positions that a Slice takes of all positions are those that are replaced.
Values slice_scatter(OperationWriter& op) {
  const Named &data = op.in(0), &updates = op.in(1);
  if (!data.shape().known()) return cannot_express("a SliceScatter of unknown shape");
  const Shape shape = data.shape().shape();
  std::vector<int64_t> numbers(static_cast<size_t>(shape.count()));
  for (size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<int64_t>(k);
  std::vector<Named> operands = op.inputs;
  operands.erase(operands.begin() + 1);
  operands[0] = constant(Tensor::of<int64_t>(shape, numbers));
  const std::vector<Signature> places = {any_of(ElementType::kI64)};
  const Made made = ops::make_slice().made;
  OperationWriter slice{op.to, nullptr, made, operands, places, op.name, op.type, "Slice"};
  const Named taken = TRY(write_slice(slice)).front();
  const auto flat = [&](const Named& value, const List& to) {
    return op.add("Reshape", {value, integers(to)}, any_of(value.type()));
  };
  const Named replaced =
      op.add("ScatterND", {flat(data, {-1}), flat(taken, {-1, 1}), flat(updates, {-1})}, any_of(data.type()));
  return op.finish("Reshape", {replaced, integers({shape.begin(), shape.end()})},
                   {{"allowzero", int64_t{1}}});
}

// The places where column - row is the number of the diagonal.
Values eye(OperationWriter& op) {
  const Signature list = any_of(ElementType::kI64);
  const Named rows = without_negative(op, as_scalar(op.to, op.in(0)));
  const Named columns = without_negative(op, as_scalar(op.to, op.in(1)));
  const Named diagonal = as_scalar(op.to, op.in(2));
  const Named row = op.add("Unsqueeze", {count_to(op, rows), integers({1})}, list);
  const Named column = op.add("Unsqueeze", {count_to(op, columns), integers({0})}, list);
  const Named on = op.add("Equal", {op.add("Sub", {column, row}, list), diagonal}, flags());
  const Named ones = cast(op.to, on, op.outputs[0].type);
  if (!op.has(3)) return op.finish("Identity", {ones});
  const Named batch = without_negative(op, op.in(3));
  const Named shape =
      op.add("Concat", {batch, as_list(op.to, rows), as_list(op.to, columns)}, list, {{"axis", int64_t{0}}});
  return op.finish("Expand", {ones, shape});
}

constexpr WriterRow kCutRows[] = {
    {"eye", eye},
    {"slice_scatter", slice_scatter},
    {"strided_slice", strided_slice},
};

}  // namespace

std::span<const WriterRow> cut_rows() { return kCutRows; }

}  // namespace backedge::onnx::writing
