#include "interpreter/onnx/formula.h"

#include <cmath>

#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/reduce.h"

namespace backedge::onnx {
namespace {

struct WholeNumbers {
  double least, most;
};

// The least and the greatest real number that is an integer of the type.
WholeNumbers whole_numbers_of(ElementType type) {
  const bool is_signed = type <= ElementType::kI64;
  const double end = std::ldexp(1, static_cast<int>(8 * size_of(type)) - (is_signed ? 1 : 0));
  return {is_signed ? -end : 0, std::min(end - 1, std::nextafter(end, 0))};
}

// Whether x is above or below a bound, as real numbers. An integer is above a bound if it is above the greatest
// integer that is not.  (ONNX-GRAPH-12)
Term is_beyond(Term x, double bound, bool above) {
  Formula& f = *x.formula;
  const ElementType type = f.type(x);
  if (!is_real(type)) {
    bound = above ? std::floor(bound) : std::ceil(bound);
    const auto [least, most] = whole_numbers_of(type);
    if (above ? bound < least : bound > most) return equal(x, x);
    if (!(least <= bound && bound <= most)) return less(x, x);  // never, even for NaN
  }
  const Term limit = f.number(type, bound);
  return above ? less(limit, x) : less(x, limit);
}

std::vector<size_t> slots_of(std::initializer_list<Term> terms) {
  std::vector<size_t> slots;
  for (const Term& term : terms) slots.push_back(term.slot);
  return slots;
}

}  // namespace

void Formula::fail(Error error) {
  if (!failed()) error_ = std::move(error);
}

Term Formula::of(Result<size_t> slot) {
  if (slot.ok()) return {this, slot.value()};
  fail(slot.take_error());
  return {this, 0};
}

Term Formula::apply(Operation operation, std::initializer_list<Term> operands) {
  return apply_all(std::move(operation), operands, 1).front();
}

std::vector<Term> Formula::apply_all(Operation operation, std::initializer_list<Term> operands,
                                     size_t outputs) {
  std::vector<Term> terms(outputs, Term{this, 0});
  if (failed()) return terms;
  Lowered slots = node_.apply_all(std::move(operation), slots_of(operands), outputs);
  if (!slots.ok()) {
    fail(slots.take_error());
    return terms;
  }
  for (size_t k = 0; k < outputs; ++k) terms[k].slot = slots.value()[k];
  return terms;
}

Term Formula::shape(Term x) { return failed() ? x : of(shape_of(node_, x.slot)); }

Term Formula::dimension(Term x, int64_t axis) { return gather(shape(x), integer(axis), 0); }

Term Formula::list(std::initializer_list<Term> scalars) {
  std::vector<size_t> parts;
  for (const Term& scalar : scalars) parts.push_back(reshape(scalar, {1}).slot);
  if (failed()) return {this, 0};
  return of(node_.apply(ops::make_concat(0), std::move(parts)));
}

int64_t Formula::rank(Term x) {
  if (failed()) return 1;
  Result<int64_t> rank = node_.rank(x.slot);
  if (rank.ok()) return rank.value();
  fail(rank.take_error());
  return 1;
}

Lowered Formula::lowered(std::initializer_list<Term> outputs) {
  if (failed()) return std::move(*error_);
  return slots_of(outputs);
}

Term operator+(Term a, Term b) { return a.formula->apply(ops::make_add(), {a, b}); }
Term operator-(Term a, Term b) { return a.formula->apply(ops::make_subtract(), {a, b}); }
Term operator*(Term a, Term b) { return a.formula->apply(ops::make_multiply(), {a, b}); }
Term operator/(Term a, Term b) { return a.formula->apply(ops::make_divide(), {a, b}); }
Term operator-(Term a) { return a.formula->apply(ops::make_negative(), {a}); }

Term cast(Term x, ElementType type) { return x.formula->apply(ops::make_convert(type), {x}); }
Term sqrt(Term x) { return x.formula->apply(ops::make_sqrt(), {x}); }
Term exp(Term x) { return x.formula->apply(ops::make_exp(), {x}); }
Term tanh(Term x) { return x.formula->apply(ops::make_tanh(), {x}); }
Term sigmoid(Term x) { return x.formula->apply(ops::make_sigmoid(), {x}); }
Term abs(Term x) { return x.formula->apply(ops::make_abs(), {x}); }
Term power(Term x, Term exponent) { return x.formula->apply(ops::make_power(), {x, exponent}); }
Term minimum(Term a, Term b) { return a.formula->apply(ops::make_minimum(), {a, b}); }
Term maximum(Term a, Term b) { return a.formula->apply(ops::make_maximum(), {a, b}); }
Term round(Term x) { return x.formula->apply(ops::make_round(), {x}); }

Term equal(Term a, Term b) { return a.formula->apply(ops::make_equal(), {a, b}); }
Term less(Term a, Term b) { return a.formula->apply(ops::make_less(), {a, b}); }
Term less_equal(Term a, Term b) { return a.formula->apply(ops::make_less_equal(), {a, b}); }
Term where(Term condition, Term x, Term y) { return x.formula->apply(ops::make_select(), {condition, x, y}); }

Term is_above(Term x, double bound) { return is_beyond(x, bound, true); }
Term is_below(Term x, double bound) { return is_beyond(x, bound, false); }

Term mean(Term x, std::vector<int64_t> axes, bool keep_dims) {
  return x.formula->apply(ops::make_reduce_mean(keep_dims), {x, x.formula->integers(axes)});
}
Term matmul(Term a, Term b, bool transpose_b) {
  return a.formula->apply(ops::make_matmul({.transpose_b = transpose_b}), {a, b});
}

Term shape(Term x) { return x.formula->shape(x); }
Term reshape(Term x, const std::vector<int64_t>& shape) { return reshape(x, x.formula->integers(shape)); }
Term reshape(Term x, Term shape) { return x.formula->apply(ops::make_reshape(false), {x, shape}); }
Term as_scalar(Term x) { return reshape(x, std::vector<int64_t>()); }
Term transpose(Term x, const std::vector<int64_t>& order) {
  return x.formula->apply(ops::make_transpose(), {x, x.formula->integers(order)});
}
Term unsqueeze(Term x, std::vector<int64_t> axes) {
  return x.formula->apply(ops::make_unsqueeze(), {x, x.formula->integers(axes)});
}
Term squeeze(Term x, std::vector<int64_t> axes) {
  return x.formula->apply(ops::make_squeeze(), {x, x.formula->integers(axes)});
}
Term concat(std::initializer_list<Term> parts, int64_t axis) {
  return parts.begin()->formula->apply(ops::make_concat(axis), parts);
}
Term slice(Term x, Term begin, Term end, int64_t axis, int64_t step) {
  Formula& f = *x.formula;
  return f.apply(ops::make_slice(),
                 {x, reshape(begin, {1}), reshape(end, {1}), f.integers({step}), f.integers({axis})});
}
Term broadcast(Term x, Term shape) { return x.formula->apply(ops::make_broadcast(), {x, shape}); }
Term gather(Term x, Term indices, int64_t axis) {
  return x.formula->apply(ops::make_gather({.out_of_range = ops::Gather::OutOfRange::kFromEndOrError}),
                          {x, indices, x.formula->integer(axis)});
}
Term range(Term begin, Term end, Term step) {
  return begin.formula->apply(ops::make_range({}), {begin, end, step});
}
Term count_to(Term count) { return range(count.formula->integer(0), count, count.formula->integer(1)); }

}  // namespace backedge::onnx
