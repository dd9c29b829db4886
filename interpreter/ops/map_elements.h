#pragma once

#include <type_traits>
#include <utility>

#include "interpreter/ops/broadcasting.h"
#include "interpreter/ops/operand_checks.h"

/// Operations that apply a formula to each element.
///
/// A formula takes elements of one type T and returns an element of the output's type. The loops below add
/// nothing to it, so all of them give the same bits.
namespace backedge::ops {

/// out[i] = formula(a[i * step_a], b[i * step_b]). The most frequent steps have their own loops. The
/// Deadline has already cut long rows.
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

/// Elements of the output and of both operands: the first ones, the steps to the next ones, and how many.
struct BinaryRow {
  int64_t out, a, step_a, b, step_b, length;
};

/// Refers to a callable of rows. It is compiled to one function for each formula and type, a std::function to
/// several.
class RowFunction {
 public:
  template <class Map>
  explicit RowFunction(const Map& map)
      : map_(&map),
        call_([](const void* to_call, const BinaryRow& row) { (*static_cast<const Map*>(to_call))(row); }) {}

  void operator()(const BinaryRow& row) const { call_(map_, row); }

 private:
  const void* map_;
  void (*call_)(const void*, const BinaryRow&);
};

/// Calls row(...) until each element of the output was in one row. Rows are as long as possible. This walk
/// knows no element type, so it is compiled once.
void for_each_row(const KernelCall& call, const Broadcasting& broadcasting, const RowFunction& row);

/// output = formula(input 0, input 1), both of type T, broadcast according to `broadcasting`.
template <class Out, class T, class Formula>
void map_binary(const KernelCall& call, const Broadcasting& broadcasting, Formula&& formula) {
  Out* out = call.output().writable<Out>();
  const T *a = call.input(0).data<T>(), *b = call.input(1).data<T>();
  if (call.output().count() == 1) {  // the most frequent case in loops
    *out = formula(*a, *b);
    call.deadline.passed(1);
    return;
  }
  const auto map = [&](const BinaryRow& row) {
    map_row(out + row.out, a + row.a, row.step_a, b + row.b, row.step_b, row.length, formula);
  };
  for_each_row(call, broadcasting, RowFunction(map));
}

/// output = formula(input 0), of type T.
template <class T, class Formula>
void map_unary(const KernelCall& call, Formula&& formula) {
  using Out = std::decay_t<decltype(formula(std::declval<T>()))>;
  const T* in = call.input(0).data<T>();
  Out* out = call.output().writable<Out>();
  call.deadline.in_blocks(call.output().count(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out[i] = formula(in[i]);
  });
}

/// Infer of an operation whose output has the type and shape of input 0.
Infer infer_unary(Types types);

/// Infer of an operation whose output is boolean and has the shape of input 0.
Infer infer_predicate(Types types);

/// Infer of an operation with two operands. A comparison has a boolean output.
Infer infer_binary(Types types, const Broadcasting& broadcasting, bool compares);

/// The operation output = formula(input), both of one type.
template <Types kTypes, class Formula>
Operation unary(const ErrorClass& error, Formula formula) {
  const auto kernel = [formula](const KernelCall& call) -> Result<void> {
    dispatch<kTypes>(call.input(0).type(), [&]<class T>(TypeTag<T>) { map_unary<T>(call, formula); });
    return {};
  };
  return {.infer = infer_unary(kTypes), .kernel = kernel, .error = error};
}

/// The operation output = formula(input), where the output is boolean.
template <Types kTypes, class Formula>
Operation predicate(const ErrorClass& error, Formula formula) {
  Operation operation = unary<kTypes>(error, formula);
  operation.infer = infer_predicate(kTypes);
  return operation;
}

/// Calls formula(a, b), or formula(a, b, divides_by_zero) if the formula can divide by zero. It then sets
/// the flag.
template <class T, class Formula>
auto compute_element(const Formula& formula, T a, T b, bool& divides_by_zero) {
  if constexpr (std::is_invocable_v<const Formula&, T, T, bool&>) {
    return formula(a, b, divides_by_zero);
  } else {
    return formula(a, b);
  }
}

/// The operation output = formula(first, second). The operands have one type.
template <Types kTypes, class Formula>
Operation binary(const Broadcasting& broadcasting, const ErrorClass& error, Formula formula) {
  constexpr bool kCompares = kTypes == Types::kAny;
  const auto kernel = [broadcasting, formula](const KernelCall& call) -> Result<void> {
    bool divides_by_zero = false;
    dispatch<kTypes>(call.input(0).type(), [&]<class T>(TypeTag<T>) {
      map_binary<std::conditional_t<kCompares, bool, T>, T>(
          call, broadcasting, [&](T a, T b) { return compute_element(formula, a, b, divides_by_zero); });
    });
    if (divides_by_zero) return Error("NUM-8", "an integer is divided by zero");  // [NUM-8]
    return {};
  };
  return {.infer = infer_binary(kTypes, broadcasting, kCompares), .kernel = kernel, .error = error};
}

}  // namespace backedge::ops
