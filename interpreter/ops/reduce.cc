#include "interpreter/ops/reduce.h"

#include <algorithm>
#include <optional>

#include "interpreter/ops/copy_elements.h"
#include "interpreter/ops/list_operands.h"
#include "interpreter/ops/sum.h"

namespace backedge::ops {
namespace {

using Axes = PerAxis<bool>;

/// The shape of the output if the axes are not known.
PartialShape shape_without_axes(const Operand& data, const Operand& axes, bool keep_dims) {
  if (!data.shape.rank_known()) return PartialShape::any();
  if (keep_dims) return PartialShape::of_rank(data.shape.rank());
  if (!axes.shape.known()) return PartialShape::any();
  return PartialShape::of_rank(std::max<int64_t>(data.shape.rank() - axes.shape.shape().count(), 0));
}

/// needs_element  whether a reduction of no elements has no result
Result<PartialShape> infer_shape(std::span<const Operand> inputs, bool keep_dims, bool needs_element) {
  const Operand &data = inputs[0], &axes = inputs[1];
  if (axes.shape.rank_known() && axes.shape.rank() > 1) {
    return Error("OP-5", "axes have shape " + axes.shape.text() + ", expected a scalar or rank 1");
  }
  if (axes.value == nullptr || !data.shape.rank_known()) return shape_without_axes(data, axes, keep_dims);

  const Axes named = TRY(read_axes(*axes.value, data.shape.rank(), true));
  PartialShape shape = PartialShape::of_rank(0);
  bool of_nothing = false;
  for (int64_t axis = 0; axis < data.shape.rank(); ++axis) {
    const bool reduced = named[axis];
    of_nothing |= reduced && data.shape[axis] == Dimension::exactly(0);
    if (!reduced) shape.push_back(data.shape[axis]);
    if (reduced && keep_dims) shape.push_back(Dimension::exactly(1));
  }
  if (needs_element && of_nothing && shape.known() && shape.shape().count() > 0) {
    return Error("OP-6", "no elements to reduce: " + describe(data.type, data.shape));
  }
  return shape;
}

/// These, SumOf and MeanOf compute one element of the output: they take each element, then return the result of
/// `count` elements.
template <class T>
struct ProductOf {
  numbers::Sum<T> product = 1;
  void take(T x) { product *= as_sum(x); }
  T result(int64_t) const { return from_sum<T>(product); }
};

template <class T>
struct MaxOf {
  std::optional<T> greatest;
  void take(T x) { greatest = numbers::maximum(greatest.value_or(x), x); }
  T result(int64_t) const { return *greatest; }
};

template <class T>
struct MinOf {
  std::optional<T> least;
  void take(T x) { least = numbers::minimum(least.value_or(x), x); }
  T result(int64_t) const { return *least; }
};

template <class T>
struct AllOf {
  bool value = true;
  void take(bool x) { value = value && x; }
  bool result(int64_t) const { return value; }
};

template <class T>
struct AnyOf {
  bool value = false;
  void take(bool x) { value = value || x; }
  bool result(int64_t) const { return value; }
};

template <template <class> class Formula, class T>
void reduce(const Tensor& data, const Axes& axes, Deadline& deadline, T* out) {
  const Layout all = Layout::row_major(data.shape());
  const Layout outer = all.axes_where(axes, false), inner = all.axes_where(axes, true);
  const ElementIterator<2> outputs(Layout::row_major(outer.shape), outer);
  // A row-major layout is the first operand, so the elements have the order of their indices.
  const ElementIterator<2> elements(Layout::row_major(inner.shape), inner);
  const T* from = data.data<T>();
  outputs.for_each(deadline, [&](int64_t place, int64_t first) {
    Formula<T> formula;
    elements.for_each(deadline, [&](int64_t, int64_t offset) { formula.take(from[first + offset]); });
    out[place] = formula.result(inner.shape.count());
  });
}

/// The types that have no result if there is no element.
enum class NeedsElement { kNever, kIntegers, kAlways };

template <template <class> class Formula, Types kTypes>
Operation make_reduction(bool keep_dims, NeedsElement needs, const ErrorClass& error) {
  const auto infer = [=](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, kTypes));
    TRY(check_type(inputs, 1, Types::kInteger));
    const ElementType type = inputs[0].type;
    const bool needs_element =
        needs == NeedsElement::kAlways || (needs == NeedsElement::kIntegers && is_integer(type));
    const PartialShape shape = TRY(infer_shape(inputs, keep_dims, needs_element));
    outputs[0] = {type, shape};
    return {};
  };
  const auto kernel = [](const KernelCall& call) -> Result<void> {
    const Tensor &data = call.input(0), &named = call.input(1);
    if (named.count() == 0) return copy_input(call);
    const Axes axes = TRY(read_axes(named, data.shape().rank(), true));
    dispatch<kTypes>(data.type(), [&]<class T>(TypeTag<T>) {
      reduce<Formula>(data, axes, call.deadline, call.output().writable<T>());
    });
    return {};
  };
  return {.infer = infer, .kernel = kernel, .shaping_inputs = {1}, .error = error};
}

}  // namespace

Operation make_reduce_sum(bool keep_dims) {
  return made(__func__, keep_dims,
              make_reduction<SumOf, Types::kNumeric>(keep_dims, NeedsElement::kNever, kSumOfTerms));
}

Operation make_reduce_mean(bool keep_dims) {
  // 6 roundings for the quotient, which is within 3 ulp.
  const Sums error = {.beside = 5, .of_products = false, .counts = false};
  return made(__func__, keep_dims,
              make_reduction<MeanOf, Types::kNumeric>(keep_dims, NeedsElement::kIntegers, error));
}

Operation make_reduce_max(bool keep_dims) {
  return made(__func__, keep_dims,
              make_reduction<MaxOf, Types::kNumeric>(keep_dims, NeedsElement::kAlways, Monotone{.ulps = 0}));
}

Operation make_reduce_min(bool keep_dims) {
  return made(__func__, keep_dims,
              make_reduction<MinOf, Types::kNumeric>(keep_dims, NeedsElement::kAlways, Monotone{.ulps = 0}));
}

Operation make_reduce_prod(bool keep_dims) {
  return made(__func__, keep_dims,
              make_reduction<ProductOf, Types::kNumeric>(keep_dims, NeedsElement::kNever, NotDerived{}));
}

Operation make_reduce_logical_and(bool keep_dims) {
  return made(__func__, keep_dims,
              make_reduction<AllOf, Types::kBoolean>(keep_dims, NeedsElement::kNever, ReadsNoReals{}));
}

Operation make_reduce_logical_or(bool keep_dims) {
  return made(__func__, keep_dims,
              make_reduction<AnyOf, Types::kBoolean>(keep_dims, NeedsElement::kNever, ReadsNoReals{}));
}

}  // namespace backedge::ops
