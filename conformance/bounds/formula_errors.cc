#include <cmath>

#include "conformance/bounds/formula.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"

namespace backedge::bounds {
namespace {

/// Whether a condition holds in this project, and in permitted implementations.
struct Condition {
  bool holds, may_hold, may_fail;
};

/// A value, and the ends of the interval that contains it in every permitted implementation.
struct Ends {
  double value, low, high;
};

/// The ends of each element.
class AllEnds {
 public:
  explicit AllEnds(const Bounded& of)
      : values_(as_doubles(of.value)), lows_(low_end(of)), highs_(high_end(of)) {}
  Ends operator[](int64_t i) const {
    return {values_.data<double>()[i], lows_.data<double>()[i], highs_.data<double>()[i]};
  }

 private:
  Tensor values_, lows_, highs_;
};

/// One evaluation of a formula. It ends at the first operation that has no error bound: the numbers after that
/// mean nothing.
struct Evaluation {
  Formula apply;
  std::optional<Error> problem;
};

/// What formulas.h computes with: the values of a whole tensor, with their errors.
///
/// A constant takes the type and shape of the operand beside it.
class Number {
 public:
  Number(double constant) : constant_(constant) {}
  Number(Evaluation& in, const Bounded& bounded) : in_(&in), bounded_(bounded) {}

  const Bounded& bounded() const { return *bounded_; }

  friend Number operator+(const Number& a, const Number& b) { return of(ops::make_add(), {a, b}); }
  friend Number operator-(const Number& a, const Number& b) { return of(ops::make_subtract(), {a, b}); }
  friend Number operator*(const Number& a, const Number& b) { return of(ops::make_multiply(), {a, b}); }
  friend Number operator/(const Number& a, const Number& b) { return of(ops::make_divide(), {a, b}); }

  friend Number maximum(const Number& a, const Number& b) { return of(ops::make_maximum(), {a, b}); }
  friend Number minimum(const Number& a, const Number& b) { return of(ops::make_minimum(), {a, b}); }
  friend Number power(const Number& a, const Number& b) { return of(ops::make_power(), {a, b}); }

  friend Number exp(const Number& x) { return of(ops::make_exp(), {x}); }
  friend Number log(const Number& x) { return of(ops::make_log(), {x}); }
  friend Number tanh(const Number& x) { return of(ops::make_tanh(), {x}); }
  friend Number sigmoid(const Number& x) { return of(ops::make_sigmoid(), {x}); }
  friend Number erf(const Number& x) { return of(ops::make_erf(), {x}); }
  friend Number round_half_to_even(const Number& x) { return of(ops::make_round(), {x}); }

  friend Number where_greater(const Number& a, const Number& b, const Number& yes, const Number& no) {
    return chosen({a, b, yes, no}, [](const Ends& x, const Ends& y) -> Condition {
      return {x.value > y.value, x.high > y.low, !(x.low > y.high)};
    });
  }
  friend Number where_at_most(const Number& a, const Number& b, const Number& yes, const Number& no) {
    return chosen({a, b, yes, no}, [](const Ends& x, const Ends& y) -> Condition {
      return {x.value <= y.value, x.low <= y.high, !(x.high <= y.low)};
    });
  }
  /// A value that may be an infinity or not has no error, so the condition is always decided.
  friend Number where_infinite(const Number& a, const Number& yes, const Number& no) {
    return chosen({a, a, yes, no}, [](const Ends& x, const Ends&) -> Condition {
      return {std::isinf(x.value), std::isinf(x.value), !std::isinf(x.value)};
    });
  }

 private:
  using Numbers = std::vector<Number>;

  static Number of(const Operation& operation, const Numbers& numbers) {
    return result(numbers, [&](const Formula& apply, const std::vector<Bounded>& operands) {
      std::vector<Term> terms;
      for (const Bounded& operand : operands) terms.push_back(operand);
      return apply.apply(operation, std::move(terms));
    });
  }

  /// Number 2 or 3, depending on the condition on numbers 0 and 1.
  template <class Decide>
  static Number chosen(const Numbers& numbers, Decide decide) {
    return result(numbers, [&](const Formula&, const std::vector<Bounded>& operands) {
      return choose(operands, decide);
    });
  }

  template <class Compute>
  static Number result(const Numbers& numbers, Compute compute) {
    const Number& model = *std::find_if(numbers.begin(), numbers.end(),
                                        [](const Number& number) { return number.bounded_.has_value(); });
    Evaluation& in = *model.in_;
    if (in.problem) return model;
    std::vector<Bounded> operands;
    for (const Number& number : numbers) {
      const Tensor& like = model.bounded().value;
      operands.push_back(number.bounded_.value_or(filled(like.type(), like.shape(), number.constant_)));
    }
    Term term = compute(in.apply, operands);
    if (term.ok()) return {in, term.value()};
    in.problem = term.take_error();
    return model;
  }

  template <class Decide>
  static Term choose(const std::vector<Bounded>& operands, Decide decide) {
    const Bounded &yes = operands[2], &no = operands[3];
    Bounded result = {Tensor::zeros(yes.value.type(), yes.value.shape()), exact(yes.value).error};
    const AllEnds a(operands[0]), b(operands[1]);
    const Tensor values[] = {as_doubles(no.value), as_doubles(yes.value)};
    double* const errors = result.error.writable<double>();
    for (int64_t i = 0; i < yes.value.count(); ++i) {
      const Condition condition = decide(a[i], b[i]);
      const double golden = values[condition.holds].data<double>()[i];
      const auto distance = [&](const Bounded& branch, double value) {
        const bool same = value == golden || (std::isnan(value) && std::isnan(golden));
        const double error = branch.error.data<double>()[i];
        return same ? error : rounded_up(std::fabs(value - golden) + error);
      };
      const double if_yes = condition.may_hold ? distance(yes, values[1].data<double>()[i]) : 0;
      const double if_no = condition.may_fail ? distance(no, values[0].data<double>()[i]) : 0;
      if (!(std::max(if_yes, if_no) < kInfinity))
        return ill_conditioned(operands[0].value, i, "decides between values, depending on roundings");
      errors[i] = std::max(if_yes, if_no);
      dispatch(result.value.type(), [&]<class T>(TypeTag<T>) {
        if constexpr (kIsReal<T>) result.value.writable<T>()[i] = numbers::round_to<T>(golden);
      });
    }
    return result;
  }

  Evaluation* in_ = nullptr;
  double constant_ = 0;
  std::optional<Bounded> bounded_;
};

template <size_t>
using NumberAt = Number;

/// A parameter, broadcast to the shape of x as the operation does it.
Term repeated(const Formula& apply, const Bounded& parameter, const BoundedCall& call) {
  const Shape &shape = call.values[0].shape(), own = parameter.value.shape();
  const bool by_channel = std::holds_alternative<ops::formulas::PRelu>(
                              std::get<ops::Composite>(*call.operation.error.any).formula) &&
                          shape.rank() >= 2 && own.rank() == 1 && own[0] == shape[1];
  const auto list = [](const auto& numbers) {
    return exact(Tensor::of<int64_t>({std::ssize(numbers)}, std::span<const int64_t>(numbers)));
  };
  const std::vector<int64_t> to(shape.begin(), shape.end());
  if (by_channel)
    return apply(ops::make_broadcast({.mode = ops::BroadcastTo::Mode::kExplicit}), parameter, list(to),
                 list(std::vector<int64_t>{1}));
  return apply(ops::make_broadcast(), parameter, list(to));
}

}  // namespace

Errors errors_of(const BoundedCall& call, const ops::Composite& composite) {
  Evaluation evaluation = {{call.pool}, {}};
  std::vector<Number> numbers = {{evaluation, call.inputs[0]}};
  for (size_t k = 1; k < call.inputs.size(); ++k) {
    const Bounded input = TRY(repeated(evaluation.apply, call.inputs[k], call));
    numbers.push_back({evaluation, input});
  }
  const auto compute = [&]<class Of, size_t... k>(const Of& formula, std::index_sequence<k...>) -> Errors {
    if constexpr (std::is_invocable_v<const Of&, NumberAt<k>...>) {
      const Number result = formula(numbers[k]...);
      if (evaluation.problem) return *std::move(evaluation.problem);
      return only_error(call, result.bounded());
    } else {
      CHECK(false);
      return std::vector<Tensor>();
    }
  };
  return std::visit(
      [&](const auto& formula) {
        switch (call.inputs.size()) {
          case 1:
            return compute(formula, std::make_index_sequence<1>());
          case 2:
            return compute(formula, std::make_index_sequence<2>());
          case 3:
            return compute(formula, std::make_index_sequence<3>());
          default:
            return compute(formula, std::make_index_sequence<5>());
        }
      },
      composite.formula);
}

}  // namespace backedge::bounds
