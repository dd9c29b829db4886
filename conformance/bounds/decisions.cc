#include <algorithm>
#include <cmath>
#include <cstring>

#include "conformance/bounds/operation_errors.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge::bounds {
namespace {

/// CASE-3 unless two tensors of one type have the same bits, apart from the sign of a zero, which no error
/// tells. `of` has their shape and is what they decide about.
Result<void> check_decided(const Tensor& low, const Tensor& high, const Tensor& of) {
  const auto size = static_cast<size_t>(size_of(low.type()));
  const Tensor from = as_doubles(low), to = as_doubles(high);
  for (int64_t i = 0; i < low.count(); ++i) {
    const size_t at = static_cast<size_t>(i) * size;
    const bool zeros = from.data<double>()[i] == 0 && to.data<double>()[i] == 0;
    if (!zeros && std::memcmp(low.bytes() + at, high.bytes() + at, size) != 0)
      return ill_conditioned(of, i, "depends on roundings");
  }
  return {};
}

std::vector<Tensor> no_error(const BoundedCall& call) { return {exact(call.values[0]).error}; }

/// CASE-3 if an element may be 0 or not.
Result<void> check_zeros(const Bounded& input) {
  const Tensor low = low_end(input), high = high_end(input);
  for (int64_t i = 0; i < low.count(); ++i) {
    const double from = low.data<double>()[i], to = high.data<double>()[i];
    if (from < to && from <= 0 && to >= 0) return ill_conditioned(input.value, i, "may be zero or not");
  }
  return {};
}

/// The errors of outputs that are each one operand, converted.
Errors errors_of_each(const BoundedCall& call) {
  std::vector<Tensor> errors;
  for (size_t k = 0; k < call.values.size(); ++k) {
    const Operation convert = ops::make_convert(call.values[k].type());
    errors.push_back(
        TRY(apply_operation("Convert", convert, call.inputs.subspan(k, 1), 1, call.pool))[0].error);
  }
  return errors;
}

/// Whether every permitted implementation puts the two into the same order.
bool is_ordered(double above, double above_error, double below, double below_error) {
  if (above_error == 0 && below_error == 0) return true;  // if they are equal, the lower index wins
  return std::fabs(above - below) > rounded_up(above_error + below_error);
}

}  // namespace

Errors errors_of(const BoundedCall& call, const ops::Compares& comparison) {
  const Bounded &a = call.inputs[0], &b = call.inputs[1];
  // Neither of these two changes between the ends of a - b, so none of the six comparisons does.
  const ops::Broadcasting& broadcasting = comparison.broadcasting;
  for (const Operation& compare : {ops::make_less(broadcasting), ops::make_greater(broadcasting)}) {
    const Tensor ends[2][2] = {{low_end(a), high_end(b)}, {high_end(a), low_end(b)}};
    const Tensor low = TRY(outputs_of(compare, ends[0], 1, call.pool))[0];
    const Tensor high = TRY(outputs_of(compare, ends[1], 1, call.pool))[0];
    TRY(check_decided(low, high, call.values[0]));
  }
  return no_error(call);
}

Errors errors_of(const BoundedCall& call, const ops::Steps&) {
  std::vector<Tensor> operands;
  for (const Bounded& input : call.inputs) operands.push_back(input.value);
  operands[0] = low_end(call.inputs[0]);
  const Tensor low = TRY(outputs_of(call.operation, operands, 1, call.pool))[0];
  operands[0] = high_end(call.inputs[0]);
  const Tensor high = TRY(outputs_of(call.operation, operands, 1, call.pool))[0];
  TRY(check_decided(low, high, call.inputs[0].value));
  return no_error(call);
}

Errors errors_of(const BoundedCall& call, const ops::Converts&) {
  if (call.values.size() > 1) return errors_of_each(call);
  const Tensor& value = call.values[0];
  if (is_real(value.type())) return real_conversion_errors(call);
  const bool is_boolean = value.type() == ElementType::kBoolean;
  return is_boolean ? errors_of(call, ops::FindsZeros{}) : errors_of(call, ops::Steps{});
}

Errors errors_of(const BoundedCall& call, const ops::FindsZeros&) {
  TRY(check_zeros(call.inputs[0]));
  return no_error(call);
}

Errors errors_of(const BoundedCall& call, const ops::FindsGreatest&) {
  for (const Bounded& other : call.inputs.subspan(1)) {
    if (is_real(other.value.type())) TRY(check_zeros(other));
  }
  const Bounded& data = call.inputs[0];
  const Tensor value = as_doubles(data.value);
  const Lines lines = lines_along(data.value.shape(), data.value.shape().rank() - 1);
  const double *x = value.data<double>(), *e = data.error.data<double>();
  for (int64_t line = 0; line < lines.outer; ++line) {
    const int64_t first = lines(line, 0, 0), end = first + lines.along;
    const int64_t best = std::max_element(x + first, x + end) - x;
    for (int64_t i = first; i < end; ++i) {
      if (i != best && !is_ordered(x[best], e[best], x[i], e[i]))
        return ill_conditioned(data.value, i, "may be the greatest one or not");
    }
  }
  return errors_of(call, ops::ReadsNoReals{});
}

Errors errors_of(const BoundedCall& call, const ops::TopK& options) {
  const Bounded& data = call.inputs[0];
  const Tensor &chosen = call.values[0], value = as_doubles(data.value);
  const int64_t axis = TRY(ops::axis_of_attribute(options.axis, data.value.shape().rank()));
  const Lines lines = lines_along(data.value.shape(), axis);
  const int64_t k = chosen.shape()[axis];
  Tensor errors = exact(chosen).error;
  const double *x = value.data<double>(), *e = data.error.data<double>();
  for (int64_t line = 0; line < lines.outer * lines.inner; ++line) {
    const int64_t outer = line / lines.inner, inner = line % lines.inner;
    const auto place = [&](int64_t j) { return lines(outer, j, inner); };
    std::vector<int64_t> places;  // of the chosen elements
    for (int64_t n = 0; n < k; ++n) {
      const int64_t to = lines.of_length(k)(outer, n, inner);
      places.push_back(place(ops::integer_at(call.values[1], to)));
      errors.writable<double>()[to] = e[places.back()];
    }
    for (const int64_t a : places) {
      for (int64_t j = 0; j < lines.along; ++j) {
        const int64_t b = place(j);
        if (a == b || is_ordered(x[a], e[a], x[b], e[b])) continue;
        if (options.by_index && std::find(places.begin(), places.end(), b) != places.end()) continue;
        return ill_conditioned(data.value, a, "has a rank that depends on roundings");
      }
    }
  }
  return std::vector<Tensor>{errors, exact(call.values[1]).error};
}

/// A place only moves up if the number gets larger, or if the elements of the list get smaller.
Errors errors_of(const BoundedCall& call, const ops::Searches& search) {
  const auto places = [&](bool numbers_low) -> Result<Tensor> {
    std::vector<Tensor> operands;
    for (size_t k = 0; k < 2; ++k) {
      const Bounded& input = call.inputs[k];
      const bool low = numbers_low != (k == search.lists);
      if (!is_real(input.value.type())) {
        operands.push_back(input.value);
      } else {
        operands.push_back(low ? low_end(input) : high_end(input));
      }
    }
    Result<std::vector<Tensor>> found = outputs_of(call.operation, operands, 1, call.pool);
    if (!found.ok())
      return ill_conditioned(call.inputs[search.lists].value, 0, "or another one may change places");
    return found.value()[0];
  };
  const Tensor low = TRY(places(true)), high = TRY(places(false));
  TRY(check_decided(low, high, call.values[0]));
  return no_error(call);
}

/// With errors, equal elements may differ elsewhere, and different ones may change places.
Errors errors_of(const BoundedCall& call, const ops::Unique&) {
  const Bounded& data = call.inputs[0];
  std::vector<Tensor> errors;
  for (const Tensor& value : call.values) errors.push_back(exact(value).error);
  if (is_exact(data)) return errors;
  if (call.inputs.size() > 1)
    return Error("CASE-3", "no error bound is known for Unique of slices with errors");
  const Tensor value = as_doubles(data.value);
  const double *x = value.data<double>(), *e = data.error.data<double>();
  for (int64_t a = 0; a < value.count(); ++a) {
    for (int64_t b = 0; b < a; ++b) {
      if (!is_ordered(x[a], e[a], x[b], e[b]))
        return ill_conditioned(data.value, a, "may equal another one, depending on roundings");
    }
  }
  for (int64_t n = 0; n < errors[0].count(); ++n)
    errors[0].writable<double>()[n] = e[ops::integer_at(call.values[1], n)];
  return errors;
}

}  // namespace backedge::bounds
