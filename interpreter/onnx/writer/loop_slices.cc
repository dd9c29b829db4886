#include "interpreter/loop/count_parts.h"
#include "interpreter/onnx/writer/loop_writer.h"

namespace backedge::onnx::writing {
namespace {

constexpr int64_t kFirst = std::numeric_limits<int64_t>::min();  // the end of a slice backward to position 0

bool has_whole_borders(const Slicing& slicing) {
  return slicing.stride > 0 ? slicing.start == 0 && slicing.end == -1
                            : slicing.start == -1 && slicing.end == 0;
}

// The matrix of known parts, as a constant.
Named constant_positions(const Partition& parts, bool drops_axis) {
  std::vector<int64_t> positions;
  for (int64_t part = 0; part < parts.count; ++part) {
    for (int64_t k = 0; k < parts.width; ++k) positions.push_back(parts.begin_of(part) + k);
  }
  const Shape shape = drops_axis ? Shape{parts.count} : Shape{parts.count, parts.width};
  return constant(Tensor::of<int64_t>(shape, positions));
}

// The dimensions of a value from one axis to another one, as a list.
Named dimensions(GraphWriter& to, const Named& value, int64_t begin, std::optional<int64_t> end) {
  return to.add("Shape", {value}, list_of(Dimension::any()),
                end ? AttributeList{{"start", begin}, {"end", *end}} : AttributeList{{"start", begin}});
}

// Whether a Reshape may have -1 for one axis: then the other dimensions must be known, and not 0.
bool others_are_known(const PartialShape& shape, int64_t except) {
  for (int64_t axis = 0; axis < shape.rank(); ++axis) {
    if (axis != except && (!shape[axis].known() || shape[axis].min == 0)) return false;
  }
  return true;
}

std::vector<int64_t> target_of(const PartialShape& shape, int64_t open) {
  std::vector<int64_t> target;
  for (int64_t axis = 0; axis < shape.rank(); ++axis) target.push_back(axis == open ? -1 : shape[axis].min);
  return target;
}

}  // namespace

bool slices_whole_axis(const Named& value, const SlicedInput& sliced) {
  const Slicing& slicing = sliced.slicing;
  if (part_width(slicing) != std::abs(slicing.stride)) return false;
  if (has_whole_borders(slicing)) return true;
  if (!value.rank_known()) return false;
  const Dimension dim = value.shape()[*normalize_axis(slicing.axis, value.rank())];
  return dim.known() && covers_whole_axis(dim.min, slicing);
}

Result<Named> positions_of_parts(GraphWriter& to, const Named& value, const SlicedInput& sliced) {
  const Slicing& slicing = sliced.slicing;
  const SlicedShape measured = measure_parts(value.signature, sliced).value();  // infer_loop has done it
  if (measured.parts) return constant_positions(*measured.parts, sliced.drops_axis);
  if (!slices_whole_axis(value, sliced)) {
    return cannot_express("parts of an axis of unknown size that overlap, leave gaps or have borders")
        .note(slicing.text() + "; " + value.signature.text());
  }
  const Named one = integer(1), zero = integer(0);
  const Named shape = to.add("Shape", {value}, list_of(Dimension::any()));
  const Named dim =
      to.add("Gather", {shape, integer(slicing.axis)}, scalar_of(ElementType::kI64), {{"axis", int64_t{0}}});
  Named positions = to.add("Range", {zero, dim, one}, list_of(Dimension::any()));
  if (!sliced.drops_axis) {  // it rejects positions that are left over  (SLICE-6)
    const int64_t width = part_width(slicing);
    Signature matrix{ElementType::kI64, PartialShape::of_rank(2)};
    matrix.shape[1] = Dimension::exactly(width);
    positions = to.add("Reshape", {positions, integers({-1, width})}, matrix);
  }
  return slicing.stride > 0 ? positions : reverse(to, positions, 0);
}

Named take_part(GraphWriter& to, const Named& value, const SlicedInput& sliced, const Named& positions,
                const Named& number, const Signature& part) {
  const Signature chosen = sliced.drops_axis ? scalar_of(ElementType::kI64)
                                             : list_of(Dimension::exactly(part_width(sliced.slicing)));
  const Named at = to.add("Gather", {positions, number}, chosen, {{"axis", int64_t{0}}});
  return to.add("Gather", {value, at}, part, {{"axis", sliced.slicing.axis}}, "part");
}

Named count_positions(GraphWriter& to, const Named& positions) {
  if (positions.shape()[0].known()) return integer(positions.shape()[0].min);
  const Named count = dimensions(to, positions, 0, 1);
  return to.add("Squeeze", {count, integers({0})}, scalar_of(ElementType::kI64));
}

Named split_axis(GraphWriter& to, const Named& value, int64_t axis, int64_t width) {
  PartialShape shape = with_axis(value.shape(), axis, Dimension::any());
  shape[axis + 1] = Dimension::exactly(width);
  const Dimension whole = value.shape()[axis];
  if (whole.known()) shape[axis] = Dimension::exactly(whole.min / width);
  const Signature split{value.type(), shape};
  const AttributeList exact = {{"allowzero", int64_t{1}}};
  if (others_are_known(shape, axis))  // ONNX infers more from a constant
    return to.add("Reshape", {value, integers(target_of(shape, axis))}, split, exact);
  const Named count = to.add("Div", {dimensions(to, value, axis, axis + 1), integers({width})},
                             list_of(Dimension::exactly(1)));
  const Named target = to.add("Concat",
                              {dimensions(to, value, 0, axis), count, integers({width}),
                               dimensions(to, value, axis + 1, std::nullopt)},
                              list_of(Dimension::exactly(shape.rank())), {{"axis", int64_t{0}}});
  return to.add("Reshape", {value, target}, split, exact);
}

Named merge_axes(GraphWriter& to, const Named& value, int64_t axis) {
  PartialShape shape = without_axis(value.shape(), axis);
  shape[axis] = Dimension::any();
  const Signature merged{value.type(), shape};
  const AttributeList exact = {{"allowzero", int64_t{1}}};
  if (others_are_known(shape, axis) && value.shape()[axis + 1].min > 0)
    return to.add("Reshape", {value, integers(target_of(shape, axis))}, merged, exact);
  const Named length = to.add("ReduceProd", {dimensions(to, value, axis, axis + 2), integers({0})},
                              list_of(Dimension::exactly(1)), {{"keepdims", int64_t{1}}});
  const Named target = to.add(
      "Concat", {dimensions(to, value, 0, axis), length, dimensions(to, value, axis + 2, std::nullopt)},
      list_of(Dimension::exactly(shape.rank())), {{"axis", int64_t{0}}});
  return to.add("Reshape", {value, target}, merged, exact);
}

Named reverse(GraphWriter& to, const Named& value, int64_t axis) {
  return to.add("Slice", {value, integers({-1}), integers({kFirst}), integers({axis}), integers({-1})},
                value.signature);
}

}  // namespace backedge::onnx::writing
