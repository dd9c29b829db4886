#include <cmath>

#include "interpreter/elements/convert_elements.h"
#include "interpreter/onnx/writer/operation_writer.h"

/// Searches in sorted lists: comparisons with every element, and the number of those that come before.
namespace backedge::onnx::writing {
namespace {

using Values = Result<std::vector<Named>>;

bool fits_f64(ElementType type) {
  return is_real(type) || (type != ElementType::kI64 && type != ElementType::kU64);
}

// A type that has every value of both.
Result<ElementType> common_type(ElementType a, ElementType b) {
  if (a == b) return a;
  if (fits_f64(a) && fits_f64(b)) return ElementType::kF64;
  if (!is_real(a) && !is_real(b) && a != ElementType::kU64 && b != ElementType::kU64)
    return ElementType::kI64;
  return cannot_express("an exact comparison of " + std::string(name_of(a)) + " and " +
                        std::string(name_of(b)));
}

// Whether a comes before b. NaN follows every number  (OP-28).
Named precedes(OperationWriter& op, const Named& a, const Named& b) {
  const Named less = op.add("Less", {a, b}, flags());
  if (!is_real(a.type())) return less;
  const Named is_number = op.add("Not", {op.add("IsNaN", {a}, flags())}, flags());
  const Named before = op.add("Or", {less, op.add("IsNaN", {b}, flags())}, flags());
  return op.add("And", {is_number, before}, flags());
}

// Whether a list is known to be in order.
bool is_sorted(const Named& lists, bool equal_elements) {
  if (!lists.constant) return false;
  const Tensor& list = *lists.constant;
  if (list.shape().rank() != 1 || !fits_f64(list.type())) return false;
  std::vector<double> numbers(static_cast<size_t>(list.count()));
  convert_row_of(list.type(), ElementType::kF64)(list.bytes(), size_of(list.type()),
                                                 reinterpret_cast<std::byte*>(numbers.data()), sizeof(double),
                                                 list.count());
  for (size_t k = 1; k < numbers.size(); ++k) {
    if (equal_elements ? !(numbers[k - 1] <= numbers[k]) : !(numbers[k - 1] < numbers[k])) return false;
  }
  return true;
}

// What of the lists is not in order.
Named disorder(OperationWriter& op, const Named& lists, bool equal_elements) {
  const int64_t axis = lists.rank() - 1;
  const Named last = integers({-1}), first = integers({0}), second = integers({1}), axes = integers({axis});
  const Named before = op.add("Slice", {lists, first, last, axes}, any_of(lists.type()));
  const Named after = op.add("Slice", {lists, second, integers({INT64_MAX}), axes}, any_of(lists.type()));
  if (equal_elements) return precedes(op, after, before);
  return op.add("Not", {precedes(op, before, after)}, flags());
}

Values search(OperationWriter& op, size_t of_lists, size_t of_values, bool equal_elements) {
  const auto& options = op.options<ops::Search>();
  if (!op.in(of_lists).rank_known() || !op.in(of_values).rank_known())
    return cannot_express("a search in lists of unknown rank");
  if (op.in(of_values).rank() == kMaxRank)
    return cannot_express("a search of values of rank " + std::to_string(kMaxRank));
  const ElementType type = TRY(common_type(op.in(of_lists).type(), op.in(of_values).type()));
  Named lists = cast(op.to, op.in(of_lists), type);
  const Named values = cast(op.to, op.in(of_values), type);
  const Named number = op.add("Unsqueeze", {values, integers({-1})}, any_of(type));
  Named element = lists;
  if (lists.rank() > 1) element = op.add("Unsqueeze", {lists, integers({-2})}, any_of(type));
  const Named is_before = options.after_equal ? op.add("Not", {precedes(op, number, element)}, flags())
                                              : precedes(op, element, number);
  const Named ones = cast(op.to, is_before, options.output_type);
  const Named last = integers({values.rank()});  // not -1: that keeps an empty axis in ONNX Runtime
  const Named count = op.add("ReduceSum", {ones, last}, op.outputs[0], {{"keepdims", int64_t{0}}});
  if (is_sorted(op.in(of_lists), equal_elements)) return op.finish("Identity", {count});
  return op.finish("Identity", {rejected_if_any(op, count, disorder(op, lists, equal_elements))});
}

Values bucketize(OperationWriter& op) { return search(op, 1, 0, false); }
Values search_sorted(OperationWriter& op) { return search(op, 0, 1, true); }

constexpr WriterRow kSearchRows[] = {
    {"bucketize", bucketize},
    {"search_sorted", search_sorted},
};

}  // namespace

std::span<const WriterRow> search_rows() { return kSearchRows; }

}  // namespace backedge::onnx::writing
