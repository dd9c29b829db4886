#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"

/// Operators that choose or place elements by position.
namespace backedge::onnx {

// The slices whose condition is true; without an axis, the elements of the flattened tensor.
Lowered lower_compress(NodeLowering& node) {
  const bool has_axis = node.attributes.has("axis");
  const int64_t axis = TRY(node.attributes.integer("axis", 0));
  Formula f(node);
  const Term x = has_axis ? f.in(0) : reshape(f.in(0), {-1});
  const Term chosen = f.apply(ops::make_non_zero(ElementType::kI64), {f.in(1)});
  return f.lowered({gather(x, squeeze(chosen, {0}), axis)});
}

Term elements_at(Term x, Term indices, int64_t axis) {
  return x.formula->apply(ops::make_gather_elements(axis, ops::NegativeIndex::kFromEnd), {x, indices});
}

// GatherElements of operands whose ranks only a run knows.
Lowered gather_first_elements(NodeLowering& node, int64_t axis) {
  Formula f(node);
  const Term x = f.in(0), sizes = shape(x), rank = f.dimension(sizes, 0), axes = count_to(rank);
  const Term own = axis < 0 ? rank + f.integer(axis) : f.integer(axis);
  const Term ends = where(equal(axes, own), sizes, shape(f.in(1)));
  const Term zeros = broadcast(f.integer(0), shape(sizes)), ones = broadcast(f.integer(1), shape(sizes));
  const Term read = f.apply(ops::make_slice(), {x, zeros, ends, ones, axes});
  return f.lowered({elements_at(read, f.in(1), axis)});
}

// Along the other axes the indices may have fewer elements than data, of which the first ones are read.
// [ONNX-GRAPH-16]
Lowered lower_gather_elements(NodeLowering& node) {
  const int64_t axis = TRY(node.attributes.integer("axis", 0));
  const PartialShape& data = node.known(node.in(0)).signature.shape;
  const PartialShape& indices = node.known(node.in(1)).signature.shape;
  if (!data.rank_known() || !indices.rank_known()) return gather_first_elements(node, axis);
  const bool ranks_agree = data.rank() == indices.rank();
  const int64_t rank = ranks_agree ? data.rank() : 0, from_first = axis < 0 ? axis + rank : axis;
  std::vector<int64_t> shorter;
  for (int64_t k = 0; k < rank; ++k) {
    const bool is_equal = data[k].known() && data[k] == indices[k];
    if (!is_equal && k != from_first) shorter.push_back(k);
  }
  Formula f(node);
  Term read = f.in(0);
  for (const int64_t k : shorter) read = slice(read, f.integer(0), f.dimension(f.in(1), k), k);
  return f.lowered({elements_at(read, f.in(1), axis)});
}

// Ones in diagonal k, zeros elsewhere.
Lowered lower_eye_like(NodeLowering& node) {
  TRY(node.check_shape(0, PartialShape::of_rank(2)));
  const int64_t k = TRY(node.attributes.integer("k", 0));
  ElementType type = node.type(node.in(0));
  if (node.attributes.has("dtype")) type = TRY(element_type_of(TRY(node.attributes.integer("dtype"))));
  Formula f(node);
  const Term row = unsqueeze(count_to(f.dimension(f.in(0), 0)), {1});
  const Term column = count_to(f.dimension(f.in(0), 1));
  const Term is_one = equal(row + f.integer(k), column);
  return f.lowered({cast(is_one, type)});
}

// Writes the update into the cache from write_indices on, which each element of the batch has; in a circle, or
// up to the end.
Lowered lower_tensor_scatter(NodeLowering& node) {
  const bool circular = TRY(node.attributes.choice("mode", {"linear", "circular"}, "linear")) == "circular";
  int64_t axis = TRY(node.attributes.integer("axis", -2));
  const int64_t rank = TRY(node.rank(node.in(0)));
  if (axis < 0) axis += rank;
  if (axis < 1 || axis >= rank)  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "axis is not from 1 to " + std::to_string(rank - 1));
  Formula f(node);
  const Term cache = f.in(0), update = f.in(1);
  std::vector<int64_t> of_batch(static_cast<size_t>(rank), 1), of_axis = of_batch;
  of_batch[0] = -1;
  of_axis[static_cast<size_t>(axis)] = -1;
  Term position = reshape(count_to(f.dimension(update, axis)), of_axis);
  if (node.has(2)) position = position + reshape(f.in(2), of_batch);
  if (circular) position = f.apply(ops::make_floor_mod(), {position, f.dimension(cache, axis)});
  return f.lowered({f.apply(ops::make_scatter_elements_update(),
                            {cache, broadcast(position, shape(update)), update, f.integer(axis)})});
}

}  // namespace backedge::onnx
