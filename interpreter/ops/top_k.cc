#include "interpreter/ops/top_k.h"

#include <algorithm>
#include <functional>

#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge {
namespace {

struct TopK {
  int64_t axis, min_k;
  bool greatest, by_index;
  ElementType index_type;
};

template <class T>
bool is_less(T x, T y) {
  const auto a = numbers::widen(x), b = numbers::widen(y);
  if constexpr (kIsReal<T>) {
    if (a != a || b != b) return a != a && b == b;
  }
  return a < b;
}

/// Sorts what is a heap already. Heaps, because the standard library's sorts cannot be stopped.
template <class Precedes>
void sort_heap(std::span<int64_t> heap, const Precedes& precedes, Deadline& deadline) {
  deadline.in_blocks(std::ssize(heap), [&](int64_t begin, int64_t end) {
    for (int64_t done = begin; done < end; ++done) std::pop_heap(heap.begin(), heap.end() - done, precedes);
  });
}

/// Fills `best` with the indices of the best elements of a line, as many as it holds.
template <class T>
void select(const TopK& top, const T* line, int64_t step, int64_t count, std::span<int64_t> best,
            Deadline& deadline) {
  // A total order, so that the outcome does not depend on the sorting algorithm.
  const auto precedes = [&](int64_t a, int64_t b) {
    const T x = line[a * step], y = line[b * step];
    if (is_less(x, y)) return !top.greatest;
    if (is_less(y, x)) return top.greatest;
    return a < b;
  };
  const int64_t k = std::ssize(best);
  deadline.in_blocks(count, [&](int64_t begin, int64_t end) {
    for (int64_t index = begin; index < end; ++index) {
      if (index >= k) {  // the worst of the best stands in front
        if (!precedes(index, best.front())) continue;
        std::pop_heap(best.begin(), best.end(), precedes);
      }
      const int64_t place = std::min(index, k - 1);
      best[static_cast<size_t>(place)] = index;
      std::push_heap(best.begin(), best.begin() + place + 1, precedes);
    }
  });
  if (deadline.over()) return;  // some of `best` was never written
  if (!top.by_index) return sort_heap(best, precedes, deadline);
  std::make_heap(best.begin(), best.end());
  sort_heap(best, std::less<>(), deadline);
}

template <class T, class Index>
void select_all(const TopK& top, const Tensor& data, int64_t axis, std::span<int64_t> best,
                Deadline& deadline, Tensor& values, Tensor& indices) {
  const AxisView view = view_along(data.shape(), axis);
  const int64_t k = values.shape()[axis];
  const T* from = data.data<T>();
  T* value = values.writable<T>();
  Index* index = indices.writable<Index>();
  for (int64_t i = 0; i < view.outer; ++i) {
    for (int64_t j = 0; j < view.inner; ++j) {
      const T* line = from + i * view.along * view.inner + j;
      select(top, line, view.inner, view.along, best, deadline);
      if (deadline.over()) return;
      for (int64_t n = 0; n < k; ++n) {
        const int64_t place = (i * k + n) * view.inner + j, chosen = best[static_cast<size_t>(n)];
        value[place] = line[chosen * view.inner];
        index[place] = static_cast<Index>(chosen);
      }
    }
  }
}

Result<PartialShape> infer_shape(const TopK& top, const Operand& data, const Operand& k) {
  if (!data.shape.rank_known()) return PartialShape::any();
  const int64_t axis = TRY(axis_of_attribute(top.axis, data.shape.rank()));
  PartialShape shape = data.shape;
  const Dimension size = data.shape[axis];
  if (size.min > INT32_MAX && top.index_type == ElementType::kI32) {
    return Error("OP-6", "indices up to " + std::to_string(size.min - 1) + " do not fit i32");
  }
  shape[axis] = {0, size.max};
  if (k.value == nullptr) return shape;
  const int64_t count = integer_at(*k.value, 0);
  if (count < top.min_k || count > size.max) {
    return Error("OP-6", "k is " + std::to_string(count) + ", expected " + std::to_string(top.min_k) +
                             " to the size of axis " + std::to_string(axis) + " of " + data.shape.text());
  }
  shape[axis] = Dimension::exactly(count);
  return shape;
}

}  // namespace

Result<Operation> make_top_k(Attributes& attributes, int64_t version, int64_t) {
  TopK top{};
  top.axis = TRY(attributes.integer("axis"));
  top.greatest = TRY(attributes.text("mode", {"max", "min"})) == "max";
  top.by_index = TRY(attributes.text("sort", {"value", "index", "none"})) == "index";
  top.index_type = TRY(attributes.text("index_element_type", {"i32", "i64"}, "i32")) == "i32"
                       ? ElementType::kI32
                       : ElementType::kI64;
  if (version == 11) TRY(attributes.boolean("stable", false));
  top.min_k = version == 11 ? 1 : 0;

  const Infer infer = [=](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, is_numeric, "a numeric type"));
    TRY(check_type(inputs, 1, is_integer, "an integer type"));
    TRY(check_scalar(inputs, 1));
    const PartialShape shape = TRY(infer_shape(top, inputs[0], inputs[1]));
    outputs[0] = {inputs[0].type, shape};
    outputs[1] = {top.index_type, shape};
    return {};
  };
  const Kernel kernel = [=](const KernelCall& call) -> Result<void> {
    const Tensor& data = call.input(0);
    if (call.output().count() == 0) return {};
    const int64_t axis = TRY(axis_of_attribute(top.axis, data.shape().rank()));
    const int64_t k = call.output().shape()[axis];
    Tensor indices = TRY(call.pool.allocate(ElementType::kI64, {k}));
    const std::span<int64_t> best(indices.writable<int64_t>(), static_cast<size_t>(k));
    dispatch(data.type(), [&]<class T>(TypeTag<T>) {
      if (top.index_type == ElementType::kI32) {
        select_all<T, int32_t>(top, data, axis, best, call.deadline, call.output(0), call.output(1));
      } else {
        select_all<T, int64_t>(top, data, axis, best, call.deadline, call.output(0), call.output(1));
      }
    });
    return {};
  };
  return Operation{infer, kernel, {1}};
}

}  // namespace backedge
