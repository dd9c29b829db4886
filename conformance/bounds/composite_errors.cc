#include <algorithm>
#include <cmath>

#include "conformance/bounds/formula.h"
#include "interpreter/ops/bags.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/matmul.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/ops/operation_formula.h"
#include "interpreter/ops/reduce.h"

/// Composite operations, by the formulas on their pages (NUM-6). The values are computed on the way and
/// have the bits of the operation itself.
namespace backedge::bounds {
namespace {

using ops::Activation;

Bounded identity_matrix(ElementType type, int64_t size) {
  Bounded matrix = filled(type, {size, size}, 0);
  dispatch(type, [&]<class T>(TypeTag<T>) {
    if constexpr (kIsReal<T>) {
      for (int64_t j = 0; j < size; ++j) matrix.value.writable<T>()[j * (size + 1)] = numbers::round_to<T>(1);
    }
  });
  return matrix;
}

Term cut(const Formula& apply, const Bounded& value, int64_t axis, int64_t first, int64_t count) {
  return apply(ops::make_slice(), value, list_of({first}), list_of({first + count}), list_of({1}),
               list_of({axis}));
}

Term times_weight(const Formula& apply, const Bounded& a, const Bounded& weight) {
  return apply(ops::make_matmul({.transpose_b = true}), a, weight);
}

/// Products that a gate sums: a * weight^T.
struct Products {
  Bounded a, weight;
};

/// The value of `in_order`, with the error of one sum of all products and the bias in any order.
Term in_any_order(const Formula& apply, const Bounded& in_order, const std::vector<Products>& products,
                  const Bounded& bias) {
  std::vector<Term> left, right;
  for (const Products& part : products) {
    left.push_back(part.a);
    right.push_back(part.weight);
  }
  left.push_back(filled(bias.value.type(), {in_order.value.shape()[0], 1}, 1));
  right.push_back(apply(ops::make_unsqueeze(), bias, list_of({1})));
  const Bounded a = TRY(apply.apply(ops::make_concat(1), std::move(left)));
  const Bounded weight = TRY(apply.apply(ops::make_concat(1), std::move(right)));
  const Bounded joined[] = {a, weight};
  const Operation multiply = ops::make_matmul({.transpose_b = true});
  const Tensor golden[] = {in_order.value};
  const std::vector<Tensor> errors =
      TRY(errors_of({multiply, joined, golden, apply.pool}, ops::kSumOfProducts));
  return Bounded{in_order.value, errors[0]};
}

/// clip((x * w^T + h * r^T) + bias) before the activation.
Term gates(const Formula& apply, double clip, const Products& x, const Products& h, const Bounded& bias) {
  const Bounded in_order = TRY(apply(
      ops::make_add(),
      apply(ops::make_add(), times_weight(apply, x.a, x.weight), times_weight(apply, h.a, h.weight)), bias));
  Term gate = in_any_order(apply, in_order, {x, h}, bias);
  if (clip == 0) return gate;
  const ElementType type = bias.value.type();
  return apply(ops::make_minimum(), apply(ops::make_maximum(), std::move(gate), filled(type, {}, -clip)),
               filled(type, {}, clip));
}

Term activated(const Formula& apply, Activation activation, Term gate) {
  switch (activation) {
    case Activation::kSigmoid:
      return apply(ops::make_sigmoid(), std::move(gate));
    case Activation::kTanh:
      return apply(ops::make_tanh(), std::move(gate));
    case Activation::kRelu:
      break;
  }
  return apply(ops::make_relu(), std::move(gate));
}

/// The bias, or zeros if it is not given.
Bounded bias_or_zeros(std::span<const Bounded> inputs, size_t k, int64_t count) {
  return k < inputs.size() ? inputs[k] : filled(inputs[0].value.type(), {count}, 0);
}

}  // namespace

Errors errors_of(const BoundedCall& call, const ops::LstmCell& cell) {
  const Formula apply{call.pool};
  const Bounded &x = call.inputs[0], &h = call.inputs[1], &c = call.inputs[2], &weight = call.inputs[3];
  const int64_t n = cell.hidden, input = x.value.shape()[1];
  const bool joined = call.inputs.size() == 5 && call.inputs[4].value.shape().rank() == 1;
  const Bounded w = joined ? TRY(cut(apply, weight, 1, 0, input)) : weight;
  const Bounded r = joined ? TRY(cut(apply, weight, 1, input, n)) : call.inputs[4];
  const Bounded all =
      TRY(gates(apply, cell.clip, {x, w}, {h, r}, bias_or_zeros(call.inputs, joined ? 4 : 5, 4 * n)));
  const auto gate = [&](int64_t which, Activation activation) {
    return activated(apply, activation, cut(apply, all, 1, which * n, n));
  };
  const Bounded new_c = TRY(apply(ops::make_add(), apply(ops::make_multiply(), gate(0, cell.f), c),
                                  apply(ops::make_multiply(), gate(1, cell.f), gate(2, cell.g))));
  const Tensor h_error =
      TRY(error_of(call, 0, apply(ops::make_multiply(), gate(3, cell.f), activated(apply, cell.h, new_c))));
  const Tensor c_error = TRY(error_of(call, 1, new_c));
  return std::vector<Tensor>{h_error, c_error};
}

Errors errors_of(const BoundedCall& call, const ops::GruCell& cell) {
  const Formula apply{call.pool};
  const Bounded &x = call.inputs[0], &h = call.inputs[1], &w = call.inputs[2], &r = call.inputs[3];
  const int64_t n = cell.hidden;
  const Bounded bias = bias_or_zeros(call.inputs, 4, (cell.linear_before_reset ? 4 : 3) * n);
  const auto rows = [&](const Bounded& value, int64_t first, int64_t count) {
    return cut(apply, value, 0, first * n, count * n);
  };
  const Bounded w_zr = TRY(rows(w, 0, 2)), r_zr = TRY(rows(r, 0, 2)), b_zr = TRY(rows(bias, 0, 2));
  const Bounded w_h = TRY(rows(w, 2, 1)), r_h = TRY(rows(r, 2, 1)), b_h = TRY(rows(bias, 2, 1));

  const Bounded zr = TRY(activated(apply, cell.f, gates(apply, cell.clip, {x, w_zr}, {h, r_zr}, b_zr)));
  const Bounded z = TRY(cut(apply, zr, 1, 0, n)), reset = TRY(cut(apply, zr, 1, n, n));
  Products recurrent;
  if (cell.linear_before_reset) {
    const Bounded b_r = TRY(rows(bias, 3, 1));
    const Bounded in_order = TRY(apply(ops::make_add(), times_weight(apply, h, r_h), b_r));
    recurrent.a = TRY(apply(ops::make_multiply(), reset, in_any_order(apply, in_order, {{h, r_h}}, b_r)));
    recurrent.weight = identity_matrix(x.value.type(), n);
  } else {
    recurrent.a = TRY(apply(ops::make_multiply(), reset, h));
    recurrent.weight = r_h;
  }
  Term candidate = activated(apply, cell.g, gates(apply, cell.clip, {x, w_h}, recurrent, b_h));
  Term rest = apply(ops::make_subtract(), filled(x.value.type(), {}, 1), z);
  return only_error(call,
                    apply(ops::make_add(), apply(ops::make_multiply(), std::move(rest), std::move(candidate)),
                          apply(ops::make_multiply(), z, h)));
}

Errors errors_of(const BoundedCall& call, const ops::RnnCell& cell) {
  const Formula apply{call.pool};
  const Products x = {call.inputs[0], call.inputs[2]}, h = {call.inputs[1], call.inputs[3]};
  return only_error(call, activated(apply, cell.f, gates(apply, cell.clip, x, h, call.inputs[4])));
}

Errors errors_of(const BoundedCall& call, const ops::Softmax& options) {
  const Formula apply{call.pool};
  const Bounded& x = call.inputs[0];
  if (x.value.count() == 0) return std::vector<Tensor>{x.error};
  const Bounded axis = list_of({options.axis});
  const Bounded powers =
      TRY(apply(ops::make_exp(), apply(ops::make_subtract(), x, apply(ops::make_reduce_max(true), x, axis))));
  return only_error(call, apply(ops::make_divide(), powers, apply(ops::make_reduce_sum(true), powers, axis)));
}

Errors errors_of(const BoundedCall& call, const ops::LogSoftmax& options) {
  const Formula apply{call.pool};
  const Bounded& x = call.inputs[0];
  if (x.value.count() == 0) return std::vector<Tensor>{x.error};
  const Bounded axis = list_of({options.axis});
  const Bounded t = TRY(apply(ops::make_subtract(), x, apply(ops::make_reduce_max(true), x, axis)));
  Term sum = apply(ops::make_reduce_sum(true), apply(ops::make_exp(), t), axis);
  return only_error(call, apply(ops::make_subtract(), t, apply(ops::make_log(), std::move(sum))));
}

Errors errors_of(const BoundedCall& call, const ops::SquaredDifference& options) {
  const Formula apply{call.pool};
  const Bounded difference =
      TRY(apply(ops::make_subtract(options.broadcasting), call.inputs[0], call.inputs[1]));
  return only_error(call, apply(ops::make_multiply(), difference, difference));
}

/// A mean is a sum divided by the number of its terms, which is the sum of ones.
Errors errors_of(const BoundedCall& call, const ops::ScatterElements& options) {
  const Formula apply{call.pool};
  ops::ScatterElements summing = options;
  summing.reduction = ops::Reduction::kSum;
  const Operation sum = ops::make_scatter_elements_update(summing);
  const Bounded &data = call.inputs[0], &indices = call.inputs[1], &updates = call.inputs[2];
  const ElementType type = data.value.type();
  const Bounded terms = TRY(apply(sum, filled(type, data.value.shape(), 1), indices,
                                  filled(type, updates.value.shape(), 1), call.inputs[3]));
  const double most_exact = std::ldexp(1.0, format_of(type).digits);
  const Tensor counts = as_doubles(terms.value);
  for (const double count : counts.values<double>()) {
    if (count >= most_exact) return Error("CASE-3", "a mean of more terms than the type can count");
  }
  const Bounded sums = TRY(apply(sum, data, indices, updates, call.inputs[3]));
  const Bounded means = TRY(apply(ops::make_divide(), sums, terms));
  return std::vector<Tensor>{means.error};
}

/// The lowest number of f64 is another one, so empty segments are 0 here. They have no error.
Errors errors_of(const BoundedCall& call, const ops::SegmentMax&) {
  const Operation maximum = ops::make_segment_max();
  std::vector<Tensor> operands;
  for (const Bounded& input : call.inputs) operands.push_back(input.value);
  const std::vector<Tensor> values = TRY(outputs_of(maximum, operands, 1, call.pool));
  return errors_of({maximum, call.inputs, values, call.pool}, ops::Monotone{.ulps = 0});
}

/// A mean is a sum divided by the number of its terms, which is the sum of ones. One term is not divided.
Errors errors_of(const BoundedCall& call, const ops::EmbeddingBags& options) {
  const bool has_weights = is_real(call.inputs.back().value.type());
  if (!options.mean) return errors_of(call, has_weights ? ops::kSumOfProducts : ops::kSumOfTerms);
  const Formula apply{call.pool};
  const Operation sum = ops::make_embedding_bags({.by = options.by});
  const Tensor& golden = call.values[0];
  std::vector<Term> inputs, ones;
  for (const Bounded& input : call.inputs) {
    inputs.push_back(input);
    ones.push_back(ones.empty() ? filled(golden.type(), input.value.shape(), 1) : input);
  }
  const Bounded terms = TRY(apply.apply(sum, std::move(ones))),
                sums = TRY(apply.apply(sum, std::move(inputs)));
  const Bounded divisors = TRY(apply(ops::make_maximum(), terms, filled(golden.type(), {}, 1)));
  const Bounded means = TRY(apply(ops::make_divide(), sums, divisors));
  const Tensor counts = as_doubles(terms.value), mean = as_doubles(means.value), value = as_doubles(golden);
  const double most_exact = std::ldexp(1.0, format_of(golden.type()).digits);
  Tensor errors = sums.error;
  for (int64_t i = 0; i < golden.count(); ++i) {
    const double count = counts.data<double>()[i], y = value.data<double>()[i];
    if (count >= most_exact) return Error("CASE-3", "a mean of more terms than the type can count");
    if (count <= 1 || !std::isfinite(y)) continue;
    const double error = rounded_up(means.error.data<double>()[i] + std::fabs(mean.data<double>()[i] - y));
    if (!std::isfinite(error)) return ill_conditioned(golden, i, "may overflow");
    errors.writable<double>()[i] = error;
  }
  return std::vector<Tensor>{errors};
}

Errors errors_of(const BoundedCall& call, const ops::StepByStep& steps) {
  const Formula apply{call.pool};
  std::vector<Bounded> values(call.inputs.begin(), call.inputs.end());
  std::vector<const Tensor*> operands;
  for (const Bounded& input : call.inputs) operands.push_back(&input.value);
  const auto formula = steps.formula(operands);
  for (const Tensor& constant : formula->constants) values.push_back(exact(constant));
  for (const auto& [operation, numbers] : formula->steps) {
    std::vector<Term> terms;
    for (const size_t number : numbers) terms.push_back(values[number]);
    values.push_back(TRY(apply.apply(operation, std::move(terms))));
  }
  return only_error(call, values.back());
}

}  // namespace backedge::bounds
