#include "interpreter/ops/bags.h"

#include <cmath>
#include <limits>

#include "interpreter/onnx/writer/operation_writer.h"

/// Groups of rows. Every group sees every row, and takes a neutral one instead of those that are not in it, so
/// that the sums have the same terms in the same order.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;
using By = ops::EmbeddingBags::By;

// The value with axes of 1 at its end.
Named with_ones(OperationWriter& op, const Named& value, int64_t rank, int64_t wanted) {
  std::vector<int64_t> axes;
  for (int64_t axis = rank; axis < wanted; ++axis) axes.push_back(axis);
  return axes.empty() ? value : op.add("Unsqueeze", {value, integers(axes)}, any_of(value.type()));
}

// Which group has which row: [groups, rows].
struct Groups {
  Named members;
  int64_t rank;  // of rows

  // [groups, rows, ...]
  Named chosen(OperationWriter& op, const Named& rows, const Named& neutral) const {
    const Named of_all = op.add("Unsqueeze", {rows, integers({0})}, any_of(rows.type()));
    // A product with 0 would be NaN for some rows.  [ONNX-WRITE-4]
    return op.add("Where", {with_ones(op, members, 2, rank + 1), of_all, neutral}, any_of(rows.type()));
  }
  // The number of rows of each group, [groups, ...] in the rank of the rows.
  Named counts(OperationWriter& op, ElementType type) const {
    const Named ones = cast(op.to, members, type);
    return with_ones(op, reduced(op, "ReduceSum", ones), 1, rank);
  }
  static Named reduced(OperationWriter& op, const char* how, const Named& rows) {
    return op.add(how, {rows, integers({1})}, any_of(rows.type()), {{"keepdims", int64_t{0}}});
  }
};

Named compare(OperationWriter& op, const char* how, const Named& a, const Named& b) {
  return op.add(how, {a, b}, flags());
}

Named row_of(OperationWriter& op, const Named& list) {
  return op.add("Unsqueeze", {list, integers({0})}, any_of(list.type()));
}

Named column_of(OperationWriter& op, const Named& list) {
  return op.add("Unsqueeze", {list, integers({1})}, any_of(list.type()));
}

// Group b begins at its offset, and ends before the next one.
Named members_by_offsets(OperationWriter& op, const Named& size) {
  const Named given = as_i64(op.to, op.in(2));
  const Signature list = any_of(ElementType::kI64);
  const Named all = op.add("Concat", {given, as_list(op.to, size)}, list, {{"axis", int64_t{0}}});
  const Named ends = op.add("Slice", {all, integers({1}), integers({INT64_MAX})}, list);
  const Named wrong =
      compare(op, "Or", compare(op, "Less", given, integer(0)), compare(op, "Less", ends, given));
  const Named begins = op.add("Add", {given, reject_where(op.to, wrong)}, list);
  const Named places = row_of(op, count_to(op, size));
  return compare(op, "And", compare(op, "LessOrEqual", column_of(op, begins), places),
                 compare(op, "Less", places, column_of(op, ends)));
}

// Ids in ascending order, from 0 on, and below the number of groups if that is an error.
Named checked_ids(OperationWriter& op, const Named& ids, const Named* count) {
  const Signature list = any_of(ElementType::kI64);
  const Named all = op.add("Concat", {integers({0}), ids}, list, {{"axis", int64_t{0}}});
  const Named before = op.add("Slice", {all, integers({0}), integers({-1})}, list);
  Named wrong = compare(op, "Less", ids, before);
  if (count != nullptr) wrong = compare(op, "Or", wrong, compare(op, "GreaterOrEqual", ids, *count));
  return op.add("Add", {ids, reject_where(op.to, wrong)}, list);
}

Named members_by_ids(OperationWriter& op, const Named& ids, const Named& count) {
  return compare(op, "Equal", row_of(op, ids), column_of(op, count_to(op, count)));
}

// The sum or mean of the chosen rows.
Result<Named> summed(OperationWriter& op, const Groups& groups, const Named& rows, bool mean) {
  const ElementType type = rows.type();
  if (!mean) return Groups::reduced(op, "ReduceSum", groups.chosen(op, rows, number(type, 0)));
  if (type == ElementType::kI64 || type == ElementType::kU64)
    return cannot_express("means of bags of i64 or u64");
  const ElementType wide = is_real(type) ? ElementType::kF64 : ElementType::kI64;
  const Named sum =
      Groups::reduced(op, "ReduceSum", groups.chosen(op, cast(op.to, rows, wide), number(wide, 0)));
  const Named count = op.add("Max", {groups.counts(op, wide), number(wide, 1)}, any_of(wide));
  return cast(op.to, op.add("Div", {sum, count}, any_of(wide)), type);
}

// What an empty bag is: a row of the table, or 0.
//
// k  the operand with the index of the row
Result<Named> rows_of_empty_bags(OperationWriter& op, size_t k, const Named& is_empty, bool has_none) {
  const Named zero = number(op.in(0).type(), 0);
  if (!op.has(k)) return zero;
  const Named index = as_i64(op.to, op.in(k));
  if (has_none && index.constant && integers_of(*index.constant).front() == -1) return zero;
  if (!op.in(0).rank_known() || op.in(0).shape()[0].min < 1)
    return cannot_express("empty bags of a table that may have no rows");
  const Signature list = any_of(ElementType::kI64);
  Named used = is_empty;
  const Named is_none = compare(op, "Equal", index, integer(-1));
  if (has_none) used = compare(op, "And", is_empty, op.add("Not", {is_none}, flags()));
  const Named of_each = op.add("Where", {used, index, integer(0)}, list);
  const Named rows = op.add("Gather", {op.in(0), without_negative(op, of_each)}, any_of(op.in(0).type()));
  return has_none ? op.add("Where", {is_none, zero, rows}, any_of(zero.type())) : rows;
}

Values embedding_bags(OperationWriter& op) {
  const auto& options = op.options<ops::EmbeddingBags>();
  if (!op.in(0).rank_known() || op.in(0).rank() == kMaxRank)
    return cannot_express("bags of rows of unknown or largest rank");
  const bool by_rows = options.by == By::kRows, by_segments = options.by == By::kSegments;
  const int64_t rank = op.in(0).rank() + (by_rows ? 1 : 0);
  const size_t weights = by_rows ? 2 : by_segments ? 5 : 4;
  Named rows = op.add("Gather", {op.in(0), without_negative(op, op.in(1))}, any_of(op.in(0).type()));
  if (op.has(weights))
    rows = op.add("Mul", {rows, with_ones(op, op.in(weights), by_rows ? 2 : 1, rank)}, any_of(rows.type()));
  if (by_rows) {
    if (options.mean && !is_real(rows.type())) return cannot_express("means of bags of integers");
    return op.finish(options.mean ? "ReduceMean" : "ReduceSum", {rows, integers({1})},
                     {{"keepdims", int64_t{0}}});
  }
  const Named size = size_of_axis(op.to, op.in(1), 0);
  Groups groups{.members = {}, .rank = rank};
  if (by_segments) {
    const Named count = without_negative(op, as_scalar(op.to, op.in(3)));
    groups.members = members_by_ids(op, checked_ids(op, as_i64(op.to, op.in(2)), &count), count);
  } else {
    groups.members = members_by_offsets(op, size);
  }
  const Named sum = TRY(summed(op, groups, rows, options.mean));
  const Named number_of_rows = Groups::reduced(op, "ReduceSum", as_i64(op.to, groups.members));
  const Named is_empty = compare(op, "Equal", number_of_rows, integer(0));
  const Named otherwise = TRY(rows_of_empty_bags(op, by_segments ? 4 : 3, is_empty, !by_segments));
  return op.finish("Where", {with_ones(op, is_empty, 1, rank), otherwise, sum});
}

// Below every element of the type, or equal to the least one.
Named least_of(ElementType type) {
  if (is_real(type)) return number(type, -std::numeric_limits<double>::infinity());
  if (type > ElementType::kI64) return number(type, 0);
  return number(type, -std::ldexp(1, static_cast<int>(8 * size_of(type) - 1)));
}

double lowest_finite(ElementType type) {
  switch (type) {
    case ElementType::kF16:
      return -65504;
    case ElementType::kBF16:
      return -0x1.fep127;
    case ElementType::kF32:
      return -static_cast<double>(std::numeric_limits<float>::max());
    default:
      return -std::numeric_limits<double>::max();
  }
}

Values segment_max(OperationWriter& op) {
  const Named& data = op.in(0);
  if (!data.rank_known() || data.rank() == kMaxRank)
    return cannot_express("segments of rows of unknown or largest rank");
  const Named ids = checked_ids(op, as_i64(op.to, op.in(1)), nullptr);
  Named count;
  if (op.has(2)) {
    count = without_negative(op, as_scalar(op.to, op.in(2)));
  } else {
    const Named all =
        op.add("Concat", {integers({-1}), ids}, any_of(ElementType::kI64), {{"axis", int64_t{0}}});
    const Named last = op.add("Gather", {all, integer(-1)}, scalar_of(ElementType::kI64));
    count = op.add("Add", {last, integer(1)}, scalar_of(ElementType::kI64));
  }
  const Groups groups{.members = members_by_ids(op, ids, count), .rank = data.rank()};
  const Named least = least_of(data.type());
  const Named greatest = Groups::reduced(op, "ReduceMax", groups.chosen(op, data, least));
  const Named is_empty = compare(op, "Equal", groups.counts(op, ElementType::kI64), integer(0));
  Named otherwise = number(data.type(), 0);
  if (op.options<ops::SegmentMax>().lowest)
    otherwise = is_real(data.type()) ? number(data.type(), lowest_finite(data.type())) : least;
  return op.finish("Where", {is_empty, otherwise, greatest});
}

constexpr WriterRow kBagRows[] = {
    {"embedding_bags", embedding_bags},
    {"segment_max", segment_max},
};

}  // namespace

std::span<const WriterRow> bag_rows() { return kBagRows; }

}  // namespace backedge::onnx::writing
