#pragma once

#include <type_traits>
#include <utility>

#include "interpreter/ops/broadcast.h"
#include "interpreter/ops/operation.h"

/// Operations made of a formula for one element.
///
/// A formula is called with elements of one type T and returns an element of the output's type. The loops
/// below are all there is around it, so their results are the same bits whichever of them runs.
namespace backedge {

/// Which element types an operation's page allows.
enum class Types { kAny, kNumeric, kReal, kBoolean };

constexpr bool allows(Types types, ElementType type) {
  switch (types) {
    case Types::kAny:
      return true;
    case Types::kNumeric:
      return type != ElementType::kBoolean;
    case Types::kReal:
      return type >= ElementType::kF16;
    case Types::kBoolean:
      break;
  }
  return type == ElementType::kBoolean;
}

/// errors  OP-4 where the operands differ in type, or have one that is not among `types`
Result<void> check_types(Types types, std::span<const Operand> inputs);

/// dispatch() over `types` alone.
template <Types kTypes, class Function>
void dispatch_allowed(ElementType type, Function&& function) {
  dispatch(type, [&]<class T>(TypeTag<T> tag) {
    if constexpr (allows(kTypes, element_type_of<T>())) {
      function(tag);
    } else {
      CHECK(false);
    }
  });
}

/// out[i] = formula(a[i * step_a], b[i * step_b]); the steps that occur most have loops of their own. Rows are short: a
/// Deadline cuts long ones.
template <class Out, class T, class Formula>
void map_row(Out* out, const T* a, int64_t step_a, const T* b, int64_t step_b, int64_t n, Formula&& formula) {
  if (step_a == 1 && step_b == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = formula(a[i], b[i]);
  } else if (step_a == 1 && step_b == 0) {
    for (int64_t i = 0; i < n; ++i) out[i] = formula(a[i], *b);
  } else if (step_a == 0 && step_b == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = formula(*a, b[i]);
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = formula(a[i * step_a], b[i * step_b]);
  }
}

/// output = formula(input 0, input 1), both of T, repeated as `broadcast` says.
template <class Out, class T, class Formula>
void map_binary(const KernelCall& call, const AutoBroadcast& broadcast, Formula&& formula) {
  const Tensor &first = call.input(0), &second = call.input(1);
  Tensor& output = call.output();
  Out* out = output.writable<Out>();
  const T* a = first.data<T>();
  const T* b = second.data<T>();
  const int64_t n = output.count(), n_first = first.count(), n_second = second.count();
  // An operand with as many elements as the output has them in the same order.
  if ((n_first == n || n_first == 1) && (n_second == n || n_second == 1)) {
    const int64_t step_a = n_first == n, step_b = n_second == n;
    return call.deadline.in_blocks(n, [&](int64_t begin, int64_t end) {
      map_row(out + begin, a + begin * step_a, step_a, b + begin * step_b, step_b, end - begin, formula);
    });
  }
  const Shape& shape = output.shape();
  const ElementIterator<3> iterator(shape, {strides_of(shape), broadcast_strides(first.shape(), shape),
                                            second_strides(broadcast, second.shape(), shape)});
  iterator.for_each_row(call.deadline, [&](const auto& offsets, const auto& steps, int64_t length) {
    map_row(out + offsets[0], a + offsets[1], steps[1], b + offsets[2], steps[2], length, formula);
  });
}

/// output = formula(input 0), of T.
template <class T, class Formula>
void map_unary(const KernelCall& call, Formula&& formula) {
  using Out = std::decay_t<decltype(formula(std::declval<T>()))>;
  const T* in = call.input(0).data<T>();
  Out* out = call.output().writable<Out>();
  call.deadline.in_blocks(call.output().count(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out[i] = formula(in[i]);
  });
}

/// Infer of an operation that gives one output of input 0's type and shape.
Infer infer_unary(Types types);

/// Infer of an operation of two operands. With `compares` the output is boolean.
Infer infer_binary(Types types, AutoBroadcast broadcast, bool compares);

/// The operation output = formula(input), both of one type.
template <Types kTypes, class Formula>
Operation unary(Formula formula) {
  const auto kernel = [formula](const KernelCall& call) -> Result<void> {
    dispatch_allowed<kTypes>(call.input(0).type(), [&]<class T>(TypeTag<T>) { map_unary<T>(call, formula); });
    return {};
  };
  return {infer_unary(kTypes), kernel, {}};
}

/// formula(a, b), or formula(a, b, divides_by_zero) for one that sets this where it does.
template <class T, class Formula>
auto compute_element(const Formula& formula, T a, T b, bool& divides_by_zero) {
  if constexpr (std::is_invocable_v<const Formula&, T, T, bool&>) {
    return formula(a, b, divides_by_zero);
  } else {
    return formula(a, b);
  }
}

/// The operation output = formula(first, second), the operands of one type.
///
/// pdpd    whether the operation's page has this auto_broadcast
/// errors  OP-2
template <Types kTypes, class Formula>
Result<Operation> binary(Attributes& attributes, bool pdpd, Formula formula) {
  constexpr bool kCompares = kTypes == Types::kAny;
  const AutoBroadcast broadcast = TRY(read_auto_broadcast(attributes, pdpd));
  const auto kernel = [broadcast, formula](const KernelCall& call) -> Result<void> {
    bool divides_by_zero = false;
    dispatch_allowed<kTypes>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
      map_binary<std::conditional_t<kCompares, bool, T>, T>(
          call, broadcast, [&](T a, T b) { return compute_element(formula, a, b, divides_by_zero); });
    });
    if (divides_by_zero) return Error("NUM-8", "an integer is divided by zero");  // [NUM-8]
    return {};
  };
  return Operation{infer_binary(kTypes, broadcast, kCompares), kernel, {}};
}

}  // namespace backedge
