#include "interpreter/ops/reduce.h"

#include <algorithm>
#include <array>
#include <optional>

#include "interpreter/elements/element_iterator.h"
#include "interpreter/ops/operand_checks.h"
#include "interpreter/ops/sum.h"

namespace backedge {
namespace {

using Axes = std::array<bool, kMaxRank>;

/// Which axes `axes` names.
Result<Axes> axes_named(const Tensor& axes, int64_t rank) {
  Axes named{};
  for (int64_t i = 0; i < axes.count(); ++i) {
    const int64_t axis = TRY(axis_of_value(integer_at(axes, i), rank));
    bool& seen = named[static_cast<size_t>(axis)];
    if (seen) return Error("OP-6", "axis " + std::to_string(axis) + " is given twice");
    seen = true;
  }
  return named;
}

/// The output's shape while the axes are not known.
PartialShape shape_without_axes(const Operand& data, const Operand& axes, bool keep_dims) {
  const auto any_of_rank = [](int64_t rank) {
    PartialShape shape = PartialShape::of_rank(0);
    for (int64_t axis = 0; axis < rank; ++axis) shape.push_back(Dimension::any());
    return shape;
  };
  if (!data.shape.rank_known()) return PartialShape::any();
  if (keep_dims) return any_of_rank(data.shape.rank());
  if (!axes.shape.known()) return PartialShape::any();
  return any_of_rank(std::max<int64_t>(data.shape.rank() - axes.shape.shape().count(), 0));
}

/// needs_element  whether a reduction of nothing has no value
Result<PartialShape> infer_shape(std::span<const Operand> inputs, bool keep_dims, bool needs_element) {
  const Operand &data = inputs[0], &axes = inputs[1];
  if (axes.shape.rank_known() && axes.shape.rank() > 1) {
    return Error("OP-5", "axes have shape " + axes.shape.text() + ", expected a scalar or rank 1");
  }
  if (axes.value == nullptr || !data.shape.rank_known()) return shape_without_axes(data, axes, keep_dims);

  const Axes named = TRY(axes_named(*axes.value, data.shape.rank()));
  PartialShape shape = PartialShape::of_rank(0);
  bool of_nothing = false;
  for (int64_t axis = 0; axis < data.shape.rank(); ++axis) {
    const bool reduced = named[static_cast<size_t>(axis)];
    of_nothing |= reduced && data.shape[axis] == Dimension::exactly(0);
    if (!reduced) shape.push_back(data.shape[axis]);
    if (reduced && keep_dims) shape.push_back(Dimension::exactly(1));
  }
  if (needs_element && of_nothing && shape.known() && shape.shape().count() > 0) {
    return Error("OP-6", "no elements to reduce: " + describe(data.type, data.shape));
  }
  return shape;
}

/// One output element: value(first), more(value, next) ..., finished(value, count). Each formula below is
/// one.
template <class T>
struct SumOf {
  numbers::Sum<T> sum = 0;
  void take(T x) { sum += as_sum(x); }
  T result(int64_t) const { return from_sum<T>(sum); }
};

template <class T>
struct ProductOf {
  numbers::Sum<T> product = 1;
  void take(T x) { product *= as_sum(x); }
  T result(int64_t) const { return from_sum<T>(product); }
};

template <class T>
struct MeanOf {
  SumOf<T> sum;
  void take(T x) { sum.take(x); }
  T result(int64_t count) const {
    if constexpr (kIsReal<T>) {
      // Rounded twice with the bits of once: count times a tie of T is a double (count < 2^28), so that a sum
      // which is not that tie is too far from it for the quotient to become one.
      return numbers::round_to<T>(sum.sum / static_cast<double>(count));
    } else {
      using Wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
      return static_cast<T>(static_cast<Wide>(sum.result(count)) / static_cast<Wide>(count));
    }
  }
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

/// The dimensions of `data` that are reduced, or those that are not, with their strides.
struct Walk {
  Shape shape;
  Strides strides{};

  Walk(const Tensor& data, const Axes& axes, bool reduced) {
    const Strides all = strides_of(data.shape());
    for (int64_t axis = 0; axis < data.shape().rank(); ++axis) {
      if (axes[static_cast<size_t>(axis)] != reduced) continue;
      strides[static_cast<size_t>(shape.rank())] = all[static_cast<size_t>(axis)];
      shape.push_back(data.shape()[axis]);
    }
  }
};

template <template <class> class Formula, class T>
void reduce(const Tensor& data, const Axes& axes, Deadline& deadline, T* out) {
  const Walk outer(data, axes, false), inner(data, axes, true);
  const ElementIterator<2> outputs(outer.shape, {strides_of(outer.shape), outer.strides});
  // Led by the row-major strides, so that the order of the elements is that of their index.
  const ElementIterator<2> elements(inner.shape, {strides_of(inner.shape), inner.strides});
  const T* from = data.data<T>();
  outputs.for_each(deadline, [&](int64_t place, int64_t first) {
    Formula<T> formula;
    elements.for_each(deadline, [&](int64_t, int64_t offset) { formula.take(from[first + offset]); });
    out[place] = formula.result(inner.shape.count());
  });
}

template <template <class> class Formula, bool logical>
Result<Operation> make_reduction(Attributes& attributes, bool (*needs_element)(ElementType)) {
  const bool keep_dims = TRY(attributes.boolean("keep_dims", false));
  const Infer infer = [=](std::span<const Operand> inputs, std::span<Signature> outputs) -> Result<void> {
    TRY(check_type(inputs, 0, logical ? is_boolean : is_numeric, logical ? "boolean" : "a numeric type"));
    TRY(check_type(inputs, 1, is_integer, "an integer type"));
    outputs[0] = {inputs[0].type, TRY(infer_shape(inputs, keep_dims, needs_element(inputs[0].type)))};
    return {};
  };
  const Kernel kernel = [](const KernelCall& call) -> Result<void> {
    const Tensor& data = call.input(0);
    Tensor& output = call.output();
    const Axes axes = TRY(axes_named(call.input(1), data.shape().rank()));
    if (call.input(1).count() == 0) {  // the identity
      std::copy_n(data.bytes(), data.byte_count(), output.writable_bytes());
      return {};
    }
    dispatch(data.type(), [&]<class T>(TypeTag<T>) {
      if constexpr (std::is_same_v<T, bool> == logical) {
        reduce<Formula>(data, axes, call.deadline, output.writable<T>());
      }
    });
    return {};
  };
  return Operation{infer, kernel, {1}};
}

bool never(ElementType) { return false; }
bool always(ElementType) { return true; }

}  // namespace

Result<Operation> make_reduce_sum(Attributes& attributes, int64_t, int64_t) {
  return make_reduction<SumOf, false>(attributes, never);
}

Result<Operation> make_reduce_mean(Attributes& attributes, int64_t, int64_t) {
  return make_reduction<MeanOf, false>(attributes, is_integer);
}

Result<Operation> make_reduce_max(Attributes& attributes, int64_t, int64_t) {
  return make_reduction<MaxOf, false>(attributes, always);
}

Result<Operation> make_reduce_min(Attributes& attributes, int64_t, int64_t) {
  return make_reduction<MinOf, false>(attributes, always);
}

Result<Operation> make_reduce_prod(Attributes& attributes, int64_t, int64_t) {
  return make_reduction<ProductOf, false>(attributes, never);
}

Result<Operation> make_reduce_logical_and(Attributes& attributes, int64_t, int64_t) {
  return make_reduction<AllOf, true>(attributes, never);
}

Result<Operation> make_reduce_logical_or(Attributes& attributes, int64_t, int64_t) {
  return make_reduction<AnyOf, true>(attributes, never);
}

}  // namespace backedge
