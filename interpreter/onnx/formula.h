#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "interpreter/onnx/lower_operators.h"

/// Operators that are formulas over other operations: each function and each C++ operator adds one operation.
///
///     Formula f(node);
///     const Term x = f.in(0);
///     return f.lowered({x * sigmoid(f.number(x, alpha) * x)});
namespace backedge::onnx {

class Formula;

/// A value while a formula is written.
struct Term {
  Formula* formula;
  size_t slot;
};

/// Keeps the first error. What comes after it adds nothing.
class Formula {
 public:
  explicit Formula(NodeLowering& node) : node_(node) {}

  Term in(size_t k) { return {this, node_.in(k)}; }
  Term of(size_t slot) { return {this, slot}; }
  /// Notes the error if there is one.
  Term of(Result<size_t> slot);
  Term integer(int64_t value) { return of(node_.integer(value)); }
  Term integers(const std::vector<int64_t>& values) { return of(node_.integers(values)); }
  /// A scalar of the type, or of the type of `like`, as NodeLowering::number makes it.
  Term number(ElementType type, double value) { return of(node_.number(type, value)); }
  Term number(Term like, double value) { return number(type(like), value); }

  Term apply(Operation operation, std::initializer_list<Term> operands);
  std::vector<Term> apply_all(Operation operation, std::initializer_list<Term> operands, size_t outputs);
  Term shape(Term x);
  /// One dimension of a term, i64; the axis counts from the end if negative.
  Term dimension(Term x, int64_t axis);
  /// Concatenates scalars to a list.
  Term list(std::initializer_list<Term> scalars);

  ElementType type(Term x) const { return failed() ? ElementType::kF32 : node_.type(x.slot); }
  /// errors  ONNX-GRAPH-10, which is noted; the rank is then 1
  int64_t rank(Term x);
  void fail(Error error);
  bool failed() const { return error_.has_value(); }

  /// The slots of the outputs, or the first error. Ends the formula.
  Lowered lowered(std::initializer_list<Term> outputs);

 private:
  NodeLowering& node_;
  std::optional<Error> error_;
};

Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
Term operator-(Term a);

Term cast(Term x, ElementType type);
Term sqrt(Term x);
Term exp(Term x);
Term tanh(Term x);
Term sigmoid(Term x);
Term abs(Term x);
Term power(Term x, Term exponent);
Term minimum(Term a, Term b);
Term maximum(Term a, Term b);
/// Halves to the even neighbour.
Term round(Term x);

Term equal(Term a, Term b);
Term less(Term a, Term b);
Term less_equal(Term a, Term b);
Term where(Term condition, Term x, Term y);
/// x > bound and x < bound as real numbers, even where the type of x lacks the bound.
Term is_above(Term x, double bound);
Term is_below(Term x, double bound);

/// The axes count from the end if negative.
Term mean(Term x, std::vector<int64_t> axes, bool keep_dims);
Term matmul(Term a, Term b, bool transpose_b = false);

Term shape(Term x);
/// A dimension of -1 follows from the others.
Term reshape(Term x, const std::vector<int64_t>& shape);
Term reshape(Term x, Term shape);
/// One element as a scalar.
Term as_scalar(Term x);
Term transpose(Term x, const std::vector<int64_t>& order);
Term unsqueeze(Term x, std::vector<int64_t> axes);
Term squeeze(Term x, std::vector<int64_t> axes);
Term concat(std::initializer_list<Term> parts, int64_t axis);
/// The elements from begin to end along an axis, which count from the end if negative.
Term slice(Term x, Term begin, Term end, int64_t axis, int64_t step = 1);
/// Repeats a term to a shape.
Term broadcast(Term x, Term shape);
/// An index counts from the end if it is negative.
Term gather(Term x, Term indices, int64_t axis);
/// begin, begin + step, ..., below end; scalars of one type.
Term range(Term begin, Term end, Term step);
/// 0, 1, ..., count - 1
Term count_to(Term count);

}  // namespace backedge::onnx
