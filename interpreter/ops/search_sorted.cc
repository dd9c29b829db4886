#include <variant>

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/dimensions.h"
#include "interpreter/ops/flat_positions.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/precedes.h"

/// SearchSorted: output[p..., j] is the number of elements of sorted[p..., :] that come before values[p..., j];
/// with `after_equal`, of those that do not come after it. Bucketize: the same in one list for all values.
///
/// The order is that of OP-28, also between types.
///
/// inputs   SearchSorted: sorted, values, of one numeric type; sorted is not a scalar, and its lists are in
///          ascending order. Either sorted is one list, or both have one shape except for the last axis.
///          Bucketize: values; boundaries: a list without equal elements. They may have two numeric types.
/// returns  output_type, the shape of values
/// errors   OP-4; OP-5; OP-6 lists that are not sorted, positions that do not fit output_type
/// source   OpenVINO's SearchSorted-15, Bucketize-3
namespace backedge::ops {
namespace {

/// The operands of a search.
struct Roles {
  size_t lists, values;
  bool equal_elements;  // whether a list may have them
};
constexpr Roles kSearchSorted = {.lists = 0, .values = 1, .equal_elements = true};
constexpr Roles kBucketize = {.lists = 1, .values = 0, .equal_elements = false};

Result<void> check_fits(const PartialShape& lists, ElementType output_type) {
  if (!lists.rank_known()) return {};
  return check_index_type(output_type, lists[lists.rank() - 1].min, "positions");
}

Result<void> infer_search_sorted(const Search& options, std::span<const Operand> inputs,
                                 std::span<Signature> outputs) {
  TRY(check_types(inputs, Types::kNumeric));
  const PartialShape &sorted = inputs[0].shape, &values = inputs[1].shape;
  TRY(check_has_axis(inputs, 0));
  TRY(check_fits(sorted, options.output_type));
  outputs[0] = {options.output_type, values};
  if (!sorted.rank_known() || !values.rank_known() || sorted.rank() == 1) return {};
  PartialShape expected = sorted;
  expected[sorted.rank() - 1] = Dimension::any();
  if (values.meets(expected)) return {};
  return Error("OP-5", "values have shape " + values.text() + ", the sorted sequence " + sorted.text())
      .note("expected one shape except for the last axis, or a sequence of rank 1");
}

Result<void> infer_bucketize(const Search& options, std::span<const Operand> inputs,
                             std::span<Signature> outputs) {
  for (size_t k = 0; k < 2; ++k) TRY(check_type(inputs, k, Types::kNumeric));
  const PartialShape& boundaries = inputs[1].shape;
  if (boundaries.rank_known() && boundaries.rank() != 1)
    return Error("OP-5", "boundaries have shape " + boundaries.text() + ", expected one dimension");
  TRY(check_fits(boundaries, options.output_type));
  outputs[0] = {options.output_type, inputs[0].shape};
  return {};
}

/// errors  OP-6
template <class T>
Result<void> check_sorted(const Tensor& lists, int64_t length, bool equal_elements, Deadline& deadline) {
  const T* const elements = lists.data<T>();
  int64_t wrong = -1;
  deadline.in_blocks(lists.count(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end && wrong < 0; ++i) {
      if (i % length == 0) continue;
      const T before = elements[i - 1];
      const bool in_order = equal_elements ? !precedes(elements[i], before) : precedes(before, elements[i]);
      if (!in_order) wrong = i;  // [OP-30]
    }
  });
  if (wrong < 0) return {};
  return Error("OP-6", "element " + std::to_string(wrong % length) + " of a list is out of order")
      .note(equal_elements ? "expected ascending order" : "expected ascending order, each element once");
}

/// A number of any type, exactly.
using Number = std::variant<double, Wide>;

Number number_at(const Tensor& values, int64_t i) {
  return dispatch<Types::kNumeric>(values.type(), [&]<class T>(TypeTag<T>) -> Number {
    const T value = values.data<T>()[i];
    if constexpr (kIsReal<T>) return numbers::widen(value);
    if constexpr (kIsInteger<T>) return Wide{value};
  });
}

/// The number of elements of a list before the place of a value, which is a double or a Wide.
template <class T, class V>
int64_t place_of(const T* list, int64_t length, V value, bool after_equal) {
  int64_t low = 0, high = length;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    const bool is_before = after_equal ? !precedes(value, list[middle]) : precedes(list[middle], value);
    if (is_before) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

template <class T, class Out>
void search_all(const Tensor& lists, const Tensor& values, bool after_equal, const KernelCall& call) {
  const Shape& shape = lists.shape();
  const int64_t length = shape[shape.rank() - 1];
  const int64_t of_each = shape.rank() == 1 ? values.count() : count_from(values.shape(), shape.rank() - 1);
  const T* const elements = lists.data<T>();
  Out* const out = call.output().writable<Out>();
  constexpr int64_t kSteps = 32;  // of a search
  call.deadline.in_blocks(values.count(), kSteps, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T* const list = elements + i / of_each * length;
      const auto place = [&](auto value) { return place_of(list, length, value, after_equal); };
      out[i] = static_cast<Out>(std::visit(place, number_at(values, i)));
    }
  });
}

Result<void> search(const Search& options, const Roles& roles, const KernelCall& call) {
  const Tensor &lists = call.input(roles.lists), &values = call.input(roles.values);
  const Shape& shape = lists.shape();
  TRY(dispatch<Types::kNumeric>(lists.type(), [&]<class T>(TypeTag<T>) -> Result<void> {
    return check_sorted<T>(lists, shape[shape.rank() - 1], roles.equal_elements, call.deadline);
  }));
  if (call.output().count() == 0 || call.deadline.over()) return {};
  dispatch<Types::kNumeric>(lists.type(), [&]<class T>(TypeTag<T>) {
    dispatch<Types::kI32OrI64>(options.output_type, [&]<class Out>(TypeTag<Out>) {
      search_all<T, Out>(lists, values, options.after_equal, call);
    });
  });
  return {};
}

}  // namespace

Operation make_search_sorted(const Search& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_search_sorted, options),
               .kernel = std::bind_front(search, options, kSearchSorted),
               .error = Searches{.lists = kSearchSorted.lists}});
}

Operation make_bucketize(const Search& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_bucketize, options),
               .kernel = std::bind_front(search, options, kBucketize),
               .error = Searches{.lists = kBucketize.lists}});
}

}  // namespace backedge::ops
