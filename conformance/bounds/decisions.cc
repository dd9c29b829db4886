#include <algorithm>
#include <cmath>
#include <cstring>

#include "conformance/bounds/operation_errors.h"
#include "interpreter/ops/operand_checks.h"

namespace backedge {
namespace {

/// CASE-3 unless two tensors of one type have the same bits; `of` is what is decided, of the same shape.
Result<void> check_decided(const Tensor& low, const Tensor& high, const Tensor& of) {
  const auto size = static_cast<size_t>(size_of(low.type()));
  for (int64_t i = 0; i < low.count(); ++i) {
    const size_t at = static_cast<size_t>(i) * size;
    if (std::memcmp(low.bytes() + at, high.bytes() + at, size) != 0)
      return ill_conditioned(of, i, "is decided by roundings");
  }
  return {};
}

std::vector<Tensor> no_error(const BoundedCall& call) { return {exact(call.values[0]).error}; }

/// Whether no permitted implementation puts the two into another order.
bool is_ordered(double above, double above_error, double below, double below_error) {
  if (above_error == 0 && below_error == 0) return true;  // the lower index wins where they are equal
  return std::fabs(above - below) > rounded_up(above_error + below_error);
}

}  // namespace

Result<std::vector<Tensor>> comparison_errors(const BoundedCall& call) {
  const Bounded &a = call.inputs[0], &b = call.inputs[1];
  // Neither of these two changes from one end of a - b to the other, so none of the six comparisons does.
  for (const char* relation : {"Less", "Greater"}) {
    const Operation compare = TRY(make_operation(relation, "", call.attributes, 2, 1));
    const Tensor ends[2][2] = {{low_end(a), high_end(b)}, {high_end(a), low_end(b)}};
    const Tensor low = TRY(outputs_of(compare, ends[0], 1, call.pool))[0];
    const Tensor high = TRY(outputs_of(compare, ends[1], 1, call.pool))[0];
    TRY(check_decided(low, high, call.values[0]));
  }
  return no_error(call);
}

Result<std::vector<Tensor>> step_errors(const BoundedCall& call) {
  std::vector<Tensor> operands;
  for (const Bounded& input : call.inputs) operands.push_back(input.value);
  operands[0] = low_end(call.inputs[0]);
  const Tensor low = TRY(outputs_of(call.operation, operands, 1, call.pool))[0];
  operands[0] = high_end(call.inputs[0]);
  const Tensor high = TRY(outputs_of(call.operation, operands, 1, call.pool))[0];
  TRY(check_decided(low, high, call.inputs[0].value));
  return no_error(call);
}

Result<std::vector<Tensor>> conversion_errors(const BoundedCall& call) {
  const Bounded& input = call.inputs[0];
  const Tensor& value = call.values[0];
  if (is_real(value.type())) return real_conversion_errors(call);
  if (value.type() != ElementType::kBoolean) return step_errors(call);
  const Tensor low = low_end(input), high = high_end(input);
  for (int64_t i = 0; i < value.count(); ++i) {
    const double from = low.data<double>()[i], to = high.data<double>()[i];
    if (from < to && from <= 0 && to >= 0) return ill_conditioned(input.value, i, "may be zero or not");
  }
  return no_error(call);
}

Result<std::vector<Tensor>> top_k_errors(const BoundedCall& call) {
  const Bounded& data = call.inputs[0];
  const Tensor &chosen = call.values[0], value = as_doubles(data.value);
  Attributes attributes = call.attributes;
  const bool by_index = TRY(attributes.text("sort", {"value", "index", "none"})) == "index";
  const int64_t axis = TRY(axis_of_attribute(TRY(attributes.integer("axis")), data.value.shape().rank()));
  const AxisView view = view_along(data.value.shape(), axis);
  const int64_t k = chosen.shape()[axis];
  Tensor errors = exact(chosen).error;
  const double *x = value.data<double>(), *e = data.error.data<double>();
  for (int64_t line = 0; line < view.outer * view.inner; ++line) {
    const int64_t outer = line / view.inner, inner = line % view.inner;
    const auto place = [&](int64_t j) { return (outer * view.along + j) * view.inner + inner; };
    std::vector<int64_t> places;  // of the chosen
    for (int64_t n = 0; n < k; ++n) {
      const int64_t to = (outer * k + n) * view.inner + inner;
      places.push_back(place(integer_at(call.values[1], to)));
      errors.writable<double>()[to] = e[places.back()];
    }
    for (const int64_t a : places) {
      for (int64_t j = 0; j < view.along; ++j) {
        const int64_t b = place(j);
        if (a == b || is_ordered(x[a], e[a], x[b], e[b])) continue;
        if (by_index && std::find(places.begin(), places.end(), b) != places.end()) continue;
        return ill_conditioned(data.value, a, "has a rank that roundings decide");
      }
    }
  }
  return std::vector<Tensor>{errors, exact(call.values[1]).error};
}

}  // namespace backedge
