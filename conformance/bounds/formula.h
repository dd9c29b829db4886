#pragma once

#include <algorithm>

#include "conformance/bounds/operation_errors.h"
#include "interpreter/ops/numbers.h"

/// Formulas over operations on values with errors. The values are computed on the way and have the bits of the
/// composite operation itself (NUM-6).
namespace backedge::bounds {

using Term = Result<Bounded>;

/// An i64 operand of one dimension.
inline Bounded list_of(std::initializer_list<int64_t> values) {
  return exact(Tensor::of<int64_t>({std::ssize(values)}, values));
}

/// Applies the operations of a formula. Operands are values or results of other applications. If one of
/// them is an error, the result is the first such error.
struct Formula {
  Pool& pool;

  template <class... Operands>
  Term operator()(const Operation& operation, Operands&&... operands) const {
    std::vector<Term> terms;
    (terms.push_back(Term(std::forward<Operands>(operands))), ...);
    return apply(operation, std::move(terms));
  }
  Term apply(const Operation& operation, std::vector<Term> terms) const {
    std::vector<Bounded> inputs;
    for (Term& term : terms) inputs.push_back(TRY(std::move(term)));
    return TRY(apply_operation("part of a composite operation", operation, inputs, 1, pool))[0];
  }
};

/// A tensor of one number.
inline Bounded filled(ElementType type, const Shape& shape, double number) {
  Tensor tensor = Tensor::zeros(type, shape);
  dispatch(type, [&]<class T>(TypeTag<T>) {
    if constexpr (kIsReal<T>) std::fill_n(tensor.writable<T>(), tensor.count(), numbers::round_to<T>(number));
  });
  return exact(tensor);
}

/// The error of output k. By the formula, its value is the operation's own value.
inline Result<Tensor> error_of(const BoundedCall& call, size_t k, Term term) {
  const Bounded result = TRY(std::move(term));
  CHECK(result.value.same_bits(call.values[k]));
  return result.error;
}

inline Errors only_error(const BoundedCall& call, Term term) {
  const Tensor error = TRY(error_of(call, 0, std::move(term)));
  return std::vector<Tensor>{error};
}

}  // namespace backedge::bounds
