#include "interpreter/onnx/writer/operation_writer.h"

/// Operations that take or replace elements at positions that an operand names.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

Result<std::string> reduction_of(ops::Reduction reduction) {
  switch (reduction) {
    case ops::Reduction::kNone:
      return std::string("none");
    case ops::Reduction::kSum:
      return std::string("add");
    case ops::Reduction::kProduct:
      return std::string("mul");
    case ops::Reduction::kMin:
      return std::string("min");
    case ops::Reduction::kMax:
      return std::string("max");
    default:
      return cannot_express("the reduction mean of a scatter");
  }
}

// Whether all indices are known to be in the range of an axis.
bool are_inside(const Named& indices, Dimension size, bool from_end) {
  if (!indices.constant) return false;
  for (const int64_t index : integers_of(*indices.constant)) {
    if (index < (from_end ? -size.min : 0) || index >= size.min) return false;
  }
  return true;
}

// Indices as ONNX's Gather reads them. What is an error here must be one there, too; what gives zeros is the
// index after the last element.
Named checked_indices(OperationWriter& op, const Named& indices, const Named& size, bool gives_zeros) {
  const Signature flag{ElementType::kBoolean, indices.shape()};
  const Named below = op.add("Less", {indices, integer(0)}, flag);
  if (!gives_zeros) return op.add("Where", {below, size, indices}, indices.signature);
  const Named moved = op.add("Add", {indices, size}, indices.signature);
  const Named from_first = op.add("Where", {below, moved, indices}, indices.signature);
  const Named too_low = op.add("Less", {from_first, integer(0)}, flag);
  const Named too_high = op.add("GreaterOrEqual", {from_first, size}, flag);
  const Named outside = op.add("Or", {too_low, too_high}, flag);
  return op.add("Where", {outside, size, from_first}, indices.signature);
}

Values gather(OperationWriter& op) {
  using OutOfRange = ops::Gather::OutOfRange;
  const auto& options = op.options<ops::Gather>();
  const Named& data = op.in(0);
  if (options.batch_dims != 0) return cannot_express("a Gather with batch_dims");
  const int64_t axis = TRY(op.known_integer(2, "an axis of Gather"));
  const AttributeList attributes = {{"axis", axis}};
  const Named indices = op.in(1).type() == ElementType::kI32 ? op.in(1) : as_i64(op.to, op.in(1));
  const Dimension size = data.rank_known() ? data.shape()[*normalize_axis(axis, data.rank())] : Dimension();
  if (options.out_of_range == OutOfRange::kFromEndOrError ||
      are_inside(indices, size, options.out_of_range != OutOfRange::kError))
    return op.finish("Gather", {data, indices}, attributes);
  const Named wide = as_i64(op.to, indices), count = size_of_axis(op.to, data, axis);
  if (options.out_of_range == OutOfRange::kError)
    return op.finish("Gather", {data, checked_indices(op, wide, count, false)}, attributes);
  Signature longer = data.signature;
  if (longer.shape.rank_known()) longer.shape[*normalize_axis(axis, data.rank())] = Dimension::any();
  const Named with_zeros =
      op.add("Pad", {data, integers({0, 1}), left_out(), integers({axis})}, longer, {{"mode", "constant"}});
  return op.finish("Gather", {with_zeros, checked_indices(op, wide, count, true)}, attributes);
}

Values gather_elements(OperationWriter& op) {
  const auto& options = op.options<ops::GatherElements>();
  const Named& data = op.in(0);
  Named indices = as_i64(op.to, op.in(1));
  const Dimension size =
      data.rank_known() ? data.shape()[*normalize_axis(options.axis, data.rank())] : Dimension();
  if (options.negative == ops::NegativeIndex::kError && !are_inside(indices, size, false))
    indices = checked_indices(op, indices, size_of_axis(op.to, data, options.axis), false);
  return op.finish({data, indices}, {{"axis", options.axis}});
}

Values gather_nd(OperationWriter& op) {
  const auto& options = op.options<ops::GatherNd>();
  if (options.merges_batches && options.batch_dims > 1)
    return cannot_express("a GatherND that makes one dimension of the batches");
  const Named indices = as_i64(op.to, op.in(1));
  if (options.negative == ops::NegativeIndex::kError) {
    const Signature flag{ElementType::kBoolean, indices.shape()};
    const Named error = reject_where(op.to, op.add("Less", {indices, integer(0)}, flag));
    const Named checked = op.add("Add", {indices, error}, indices.signature);
    return op.finish({op.in(0), checked}, {{"batch_dims", options.batch_dims}});
  }
  return op.finish({op.in(0), indices}, {{"batch_dims", options.batch_dims}});
}

// Indices below 0 count from the end in ONNX, unless they are rejected.
Named checked(OperationWriter& op, const Named& given, ops::NegativeIndex negative) {
  return negative == ops::NegativeIndex::kFromEnd ? as_i64(op.to, given) : without_negative(op, given);
}

Values scatter_elements(OperationWriter& op) {
  const auto& options = op.options<ops::ScatterElements>();
  if (!options.begins_with_data) return cannot_express("use_init_val false of ScatterElementsUpdate");
  const int64_t axis = TRY(op.known_integer(3, "an axis of ScatterElementsUpdate"));
  const std::string reduction = TRY(reduction_of(options.reduction));
  return op.finish({op.in(0), checked(op, op.in(1), options.negative), op.in(2)},
                   {{"axis", axis}, {"reduction", reduction}});
}

// Updates of one element may have another rank here.
Values scatter_nd(OperationWriter& op) {
  const auto& options = op.options<ops::ScatterNd>();
  const Named indices = checked(op, op.in(1), options.negative);
  const Named& updates = op.in(2);
  const PartialShape& places = indices.shape();
  const bool known = places.rank_known() && op.in(0).rank_known() && updates.rank_known() &&
                     places[places.rank() - 1].known();
  if (!known || updates.rank() != places.rank() - 1 + op.in(0).rank() - places[places.rank() - 1].min)
    return cannot_express("a ScatterNDUpdate whose updates may have another rank");
  if (options.reduction == ops::Reduction::kSubtract) {
    const Named added = op.add("Neg", {updates}, updates.signature);
    return op.finish({op.in(0), indices, added}, {{"reduction", "add"}});
  }
  return op.finish({op.in(0), indices, updates}, {{"reduction", TRY(reduction_of(options.reduction))}});
}

Values scatter_update(OperationWriter& op) {
  const int64_t axis = TRY(op.known_integer(3, "an axis of ScatterUpdate"));
  if (axis != 0) return cannot_express("a ScatterUpdate along an axis other than 0");
  const Named indices = checked(op, op.in(1), ops::NegativeIndex::kError);
  Signature tuples = indices.signature;
  if (tuples.shape.rank_known() && tuples.shape.rank() == kMaxRank)
    return cannot_express("a ScatterUpdate with indices of rank " + std::to_string(kMaxRank));
  if (tuples.shape.rank_known()) tuples.shape.push_back(Dimension::exactly(1));
  const Named places = op.add("Unsqueeze", {indices, integers({-1})}, tuples);
  return op.finish({op.in(0), places, op.in(2)});
}

Values unique(OperationWriter& op) {
  const auto& options = op.options<ops::Unique>();
  AttributeList attributes = {{"sorted", int64_t{options.sorted}}};
  if (op.has(1)) {
    const int64_t axis = TRY(op.known_integer(1, "an axis of Unique"));
    append(attributes, {"axis", axis});
  }
  std::vector<Signature> signatures = op.outputs;
  for (size_t k = 1; k < signatures.size(); ++k) signatures[k].type = ElementType::kI64;
  std::vector<Named> made = op.to.add_all("Unique", {op.in(0)}, signatures, attributes, op.name);
  for (size_t k = 1; k < made.size(); ++k) made[k] = cast(op.to, made[k], op.outputs[k].type);
  return made;
}

constexpr WriterRow kIndexingRows[] = {
    {"gather", gather},
    {"gather_elements", gather_elements, "GatherElements"},
    {"gather_nd", gather_nd, "GatherND"},
    {"scatter_elements_update", scatter_elements, "ScatterElements"},
    {"scatter_nd_update", scatter_nd, "ScatterND"},
    {"scatter_update", scatter_update, "ScatterND"},
    {"unique", unique},
};

}  // namespace

Named without_negative(OperationWriter& op, const Named& given) {
  const Named indices = as_i64(op.to, given);
  if (indices.constant) {
    bool inside = true;
    for (const int64_t index : integers_of(*indices.constant)) inside = inside && index >= 0;
    if (inside) return indices;
  }
  const Signature flag{ElementType::kBoolean, indices.shape()};
  const Named error = reject_where(op.to, op.add("Less", {indices, integer(0)}, flag));
  return op.add("Add", {indices, error}, indices.signature);
}

std::span<const WriterRow> indexing_rows() { return kIndexingRows; }

}  // namespace backedge::onnx::writing
