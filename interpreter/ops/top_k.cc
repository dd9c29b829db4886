#include <algorithm>
#include <functional>

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/sorting.h"

/// The k greatest or least elements along one axis, in the order of OP-64, and their indices. Values are moved,
/// bit for bit.
///
/// inputs   data: numeric, rank >= 1; k: an integer scalar in [least_k, size of the axis]
/// outputs  values, indices
/// errors   OP-4, OP-5, OP-6
/// source   OpenVINO's TopK-1, TopK-3, TopK-11
namespace backedge::ops {
namespace {

template <class T>
bool is_less(T x, T y) {
  const auto a = numbers::widen(x), b = numbers::widen(y);
  if constexpr (kIsReal<T>) {
    if (a != a || b != b) return a != a && b == b;  // [OP-64]
  }
  return a < b;
}

/// Fills `best` with the indices of the best elements of a line.
template <class T>
void select(const TopK& top, const T* line, int64_t step, int64_t count, std::span<int64_t> best,
            Deadline& deadline) {
  // This is a total order, so the result does not depend on the sorting algorithm.
  const auto precedes = [&](int64_t a, int64_t b) {
    const T x = line[a * step], y = line[b * step];
    if (is_less(x, y)) return !top.greatest;
    if (is_less(y, x)) return top.greatest;
    return a < b;  // [OP-64]
  };
  const int64_t k = std::ssize(best);
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t index = begin; index < end; ++index) {
      if (index >= k) {  // the worst of the best is at the front
        if (!precedes(index, best.front())) continue;
        std::pop_heap(best.begin(), best.end(), precedes);
      }
      const auto place = best.begin() + std::min(index, k - 1);
      *place = index;
      std::push_heap(best.begin(), place + 1, precedes);
    }
  });
  if (deadline.over()) return;  // parts of `best` were not written
  if (!top.by_index) return sort_heap(best, precedes, deadline);
  std::make_heap(best.begin(), best.end());
  sort_heap(best, std::less<>(), deadline);
}

template <class T, class Index>
void select_all(const TopK& top, int64_t axis, Tensor& best_of_line, const KernelCall& call) {
  const Lines lines = lines_along(call.input(0).shape(), axis);
  const std::span best(best_of_line.writable<int64_t>(), static_cast<size_t>(best_of_line.count()));
  const Lines of_best = lines.of_length(std::ssize(best));
  const T* from = call.input(0).data<T>();
  T* value = call.output(0).writable<T>();
  Index* index = call.output(1).writable<Index>();
  lines.for_each(call.deadline, [&](int64_t i, int64_t k) {
    select(top, from + lines(i, 0, k), lines.inner, lines.along, best, call.deadline);
    if (call.deadline.over()) return;
    int64_t rank = 0;
    for (const int64_t chosen : best) {
      const int64_t place = of_best(i, rank++, k);
      value[place] = from[lines(i, chosen, k)];
      index[place] = static_cast<Index>(chosen);
    }
  });
}

Result<PartialShape> infer_shape(const TopK& top, const Operand& data, const Operand& k) {
  if (!data.shape.rank_known()) return PartialShape::any();
  const int64_t axis = TRY(axis_of_attribute(top.axis, data.shape.rank()));
  PartialShape shape = data.shape;
  const Dimension size = data.shape[axis];
  TRY(check_index_type(top.index_type, size.min - 1, "indices"));
  shape[axis] = {0, size.max};
  if (k.value == nullptr) return shape;
  const int64_t count = integer_at(*k.value, 0);
  if (count < top.least_k || count > size.max) {
    return Error("OP-6", "k is " + std::to_string(count) + ", expected " + std::to_string(top.least_k) +
                             " to the size of axis " + std::to_string(axis) + " of " + data.shape.text());
  }
  shape[axis] = Dimension::exactly(count);
  return shape;
}

Result<void> infer_top_k(const TopK& options, std::span<const Operand> inputs, std::span<Signature> outputs) {
  TRY(check_type(inputs, 0, Types::kNumeric));
  TRY(check_type(inputs, 1, Types::kInteger));
  TRY(check_scalar(inputs, 1));
  const PartialShape shape = TRY(infer_shape(options, inputs[0], inputs[1]));
  outputs[0] = {inputs[0].type, shape};
  outputs[1] = {options.index_type, shape};
  return {};
}

Result<void> top_k(const TopK& options, const KernelCall& call) {
  const Tensor& data = call.input(0);
  if (call.output().count() == 0) return {};
  const int64_t axis = TRY(axis_of_attribute(options.axis, data.shape().rank()));
  Tensor best = TRY(call.pool.allocate(ElementType::kI64, {call.output().shape()[axis]}));
  dispatch<Types::kNumeric>(data.type(), [&]<class T>(TypeTag<T>) {
    dispatch<Types::kI32OrI64>(options.index_type, [&]<class Index>(TypeTag<Index>) {
      select_all<T, Index>(options, axis, best, call);
    });
  });
  return {};
}

}  // namespace

Operation make_top_k(const TopK& options) {
  return made(__func__, options,
              {.infer = std::bind_front(infer_top_k, options),
               .kernel = std::bind_front(top_k, options),
               .shaping_inputs = {1},
               .error = options});
}

}  // namespace backedge::ops
