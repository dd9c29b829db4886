#include <cmath>
#include <limits>
#include <optional>

#include "interpreter/onnx/data_types.h"
#include "interpreter/onnx/formula.h"
#include "interpreter/onnx/lower_operators.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/movement.h"
#include "interpreter/ops/numbers.h"
#include "interpreter/tensor/narrow_types.h"

/// Operators that compute each element of the output from one element of each operand.
namespace backedge::onnx {
namespace {

size_t like(NodeLowering& node, size_t k, double value) { return node.number(node.type(node.in(k)), value); }

// `x` where a condition holds, else `y`.
Result<size_t> select(NodeLowering& node, size_t condition, size_t x, size_t y) {
  return node.apply(ops::make_select(), {condition, x, y});
}

// The power of two that is at most |x|, or the one above it. To the nearest, 1 1/2 of the lower one goes up.
Lowered cast_to_power(NodeLowering& node, const std::string& mode) {
  constexpr ElementType kReal = ElementType::kF64, kPower = ElementType::kF8E8M0;
  Formula f(node);
  const Term x = cast(f.in(0), kReal), two = f.number(kReal, 2);
  const Term near = cast(cast(x, kPower), kReal);
  const Term lower = where(less(x, near), near / two, near);
  if (mode == "down") return f.lowered({cast(lower, kPower)});
  const Term is_upper = mode == "up" ? less(lower, x) : less_equal(lower * f.number(kReal, 1.5), x);
  return f.lowered({cast(where(is_upper, lower * two, lower), kPower)});
}

// The nearest whole number, of two the even one.
Result<size_t> rounded(NodeLowering& node, size_t value) {
  if (is_narrow_real(node.type(value)))
    value = TRY(node.apply(ops::make_convert(ElementType::kF32), {value}));
  return is_real(node.type(value)) ? node.apply(ops::make_round(), {value}) : value;
}

Lowered cast(NodeLowering& node, ElementType type) {
  std::string mode = "up";
  if (node.version >= 24) mode = TRY(node.attributes.choice("round_mode", {"up", "down", "nearest"}, mode));
  if (type == ElementType::kF8E8M0 && node.type(node.in(0)) != type) {
    node.attributes.has("saturate");
    return cast_to_power(node, mode);
  }
  const bool saturates = node.version < 19 || TRY(node.attributes.boolean("saturate", true));
  const bool rounds = is_narrow(type) && !is_narrow_real(type);               // to integers of 2 and 4 bits
  const size_t value = rounds ? TRY(rounded(node, node.in(0))) : node.in(0);  // [ONNX-GRAPH-12]
  return one(saturating_cast(node, value, type, saturates));
}

// Element types without arithmetic as f32, which has all their numbers.
Result<size_t> with_arithmetic(NodeLowering& node) {
  const size_t x = node.in(0);
  return is_narrow(node.type(x)) ? node.apply(ops::make_convert(ElementType::kF32), {x}) : x;
}

}  // namespace

Result<size_t> saturating_cast(NodeLowering& node, size_t value, ElementType type, bool saturates) {
  const std::optional<double> most = saturated_at(type);
  if (saturates && most) {  // [ONNX-GRAPH-12]
    if (!is_real(node.type(value))) value = TRY(node.apply(ops::make_convert(ElementType::kF64), {value}));
    value = TRY(node.apply(ops::make_clamp({.low = -*most, .high = *most}), {value}));
  }
  return node.apply(ops::make_convert(type), {value});
}

Lowered lower_bit_cast(NodeLowering& node) {
  const ElementType type = TRY(element_type_of(TRY(node.attributes.integer("to"))));
  return one(node.apply(ops::make_bit_cast(type), {node.in(0)}));
}

Lowered lower_bit_shift(NodeLowering& node) {
  const std::string direction = TRY(node.attributes.choice("direction", {"LEFT", "RIGHT"}));
  Operation shift = direction == "LEFT" ? ops::make_bitwise_left_shift() : ops::make_bitwise_right_shift();
  return one(node.apply(std::move(shift), {node.in(0), node.in(1)}));
}

Lowered lower_cast(NodeLowering& node) {
  return cast(node, TRY(element_type_of(TRY(node.attributes.integer("to")))));
}

Lowered lower_cast_like(NodeLowering& node) { return cast(node, node.type(node.in(1))); }

// max(0, x) + min(0, alpha * (exp(x / alpha) - 1))
Lowered lower_celu(NodeLowering& node) {
  const size_t alpha = like(node, 0, TRY(node.attributes.real("alpha", 1)));
  const size_t zero = like(node, 0, 0);
  const size_t quotient = TRY(node.apply(ops::make_divide(), {node.in(0), alpha}));
  const size_t power = TRY(node.apply(ops::make_exp(), {quotient}));
  const size_t less = TRY(node.apply(ops::make_subtract(), {power, like(node, 0, 1)}));
  const size_t scaled = TRY(node.apply(ops::make_multiply(), {alpha, less}));
  const size_t below = TRY(node.apply(ops::make_minimum(), {zero, scaled}));
  const size_t above = TRY(node.apply(ops::make_maximum(), {zero, node.in(0)}));
  return one(node.apply(ops::make_add(), {above, below}));
}

// First the greater of x and the lower limit, then the lesser of that and the upper limit.
Lowered lower_clip(NodeLowering& node) {
  std::optional<size_t> low, high;
  if (node.version < 11) {
    constexpr double kMost = std::numeric_limits<float>::max();
    low = like(node, 0, TRY(node.attributes.real("min", -kMost)));
    high = like(node, 0, TRY(node.attributes.real("max", kMost)));
  } else {
    for (const size_t k : {1, 2}) TRY(node.check_shape(k, PartialShape::of_rank(0)));
    if (node.has(1)) low = node.in(1);
    if (node.has(2)) high = node.in(2);
  }
  size_t value = node.in(0);
  if (low) value = TRY(node.apply(ops::make_maximum(), {value, *low}));
  if (high) value = TRY(node.apply(ops::make_minimum(), {value, *high}));
  if (!low && !high) return one(node.apply(ops::make_identity(), {value}));
  return std::vector<size_t>{value};
}

// alpha * (exp(x) - 1) below 0, else x. IR's Elu gives 0 for -0.
Lowered lower_elu(NodeLowering& node) {
  const double alpha = TRY(node.attributes.real("alpha", 1));
  Formula f(node);
  const Term x = f.in(0), below = f.number(x, alpha) * (exp(x) - f.number(x, 1));
  return f.lowered({where(less(x, f.number(x, 0)), below, x)});
}

Lowered lower_gelu(NodeLowering& node) {
  const bool is_tanh = TRY(node.attributes.choice("approximate", {"none", "tanh"}, "none")) == "tanh";
  return one(node.apply(is_tanh ? ops::make_gelu_tanh() : ops::make_gelu_erf(), {node.in(0)}));
}

// max(0, min(1, alpha * x + beta))
Lowered lower_hard_sigmoid(NodeLowering& node) {
  const size_t alpha = like(node, 0, TRY(node.attributes.real("alpha", 0.2f)));
  const size_t beta = like(node, 0, TRY(node.attributes.real("beta", 0.5)));
  return one(node.apply(ops::make_hard_sigmoid(), {node.in(0), alpha, beta}));
}

// x * HardSigmoid(x) with alpha = 1/6 and beta = 1/2. IR's HSwish adds 3 and divides by 6.
Lowered lower_hard_swish(NodeLowering& node) {
  Formula f(node);
  const Term x = f.in(0);
  return f.lowered({x * f.apply(ops::make_hard_sigmoid(), {x, f.number(x, 1.0 / 6), f.number(x, 0.5)})});
}

Lowered lower_is_nan(NodeLowering& node) {
  return one(node.apply(ops::make_is_nan(), {TRY(with_arithmetic(node))}));
}

Lowered lower_is_inf(NodeLowering& node) {
  const bool negative = TRY(node.attributes.boolean("detect_negative", true));
  const bool positive = TRY(node.attributes.boolean("detect_positive", true));
  return one(node.apply(ops::make_is_inf({.detects_negative = negative, .detects_positive = positive}),
                        {TRY(with_arithmetic(node))}));
}

Lowered lower_leaky_relu(NodeLowering& node) {
  const size_t alpha = like(node, 0, TRY(node.attributes.real("alpha", 0.01f)));
  const size_t scaled = TRY(node.apply(ops::make_multiply(), {alpha, node.in(0)}));
  const size_t below = TRY(node.apply(ops::make_less(), {node.in(0), like(node, 0, 0)}));
  return one(select(node, below, scaled, node.in(0)));
}

Lowered lower_mean(NodeLowering& node) {
  const size_t sum = TRY(folded<ops::make_add>(node)).front();
  return one(node.apply(ops::make_divide(), {sum, like(node, 0, static_cast<double>(node.inputs.size()))}));
}

Lowered lower_mod(NodeLowering& node) {
  const bool truncates = TRY(node.attributes.boolean("fmod", false));
  if (node.version < 28 && !truncates && is_real(node.type(node.in(0))))  // [ONNX-GRAPH-6]
    return Error("ONNX-GRAPH-6", "fmod is 0; before version 28, reals need fmod = 1");
  return one(node.apply(truncates ? ops::make_mod() : ops::make_floor_mod(), {node.in(0), node.in(1)}));
}

// The exponent may have another type. A base of integers with a real exponent is computed in f64.
// Operands of two types become numbers of 64 bits first.  [ONNX-GRAPH-12]
Lowered lower_pow(NodeLowering& node) {
  const ElementType type = node.type(node.in(0)), exponent = node.type(node.in(1));
  if (type == exponent) return one(node.apply(ops::make_power(), {node.in(0), node.in(1)}));
  ElementType in = ElementType::kF64;
  if (!is_real(type) && !is_real(exponent))
    in = exponent == ElementType::kU64 ? ElementType::kU64 : ElementType::kI64;
  const size_t x = TRY(node.apply(ops::make_convert(in), {node.in(0)}));
  const size_t y = TRY(node.apply(ops::make_convert(in), {node.in(1)}));
  Operation raise = ops::make_power();
  // An implementation may compute the power in the type of the base, of which a unit is many units of f64.
  if (is_real(type)) {
    const int digits = numbers::significant_digits(in) - numbers::significant_digits(type);
    raise.error = ops::Powers{std::ldexp(std::get<ops::Powers>(*raise.error.any).ulps, digits)};
  }
  const size_t power = TRY(node.apply(std::move(raise), {x, y}));
  return one(node.apply(ops::make_convert(type), {power}));
}

// The slope is broadcast to the shape of x.
Lowered lower_prelu(NodeLowering& node) {
  const size_t scaled = TRY(node.apply(ops::make_multiply(kRepeatsSecond), {node.in(0), node.in(1)}));
  const size_t below = TRY(node.apply(ops::make_less(), {node.in(0), like(node, 0, 0)}));
  return one(select(node, below, scaled, node.in(0)));
}

Lowered lower_reciprocal(NodeLowering& node) {
  return one(node.apply(ops::make_divide(), {like(node, 0, 1), node.in(0)}));
}

Lowered lower_round(NodeLowering& node) { return one(node.apply(ops::make_round(), {node.in(0)})); }

// gamma * (alpha * exp(x) - alpha) up to 0, else gamma * x. IR's Selu multiplies exp(x) - 1 by alpha.
Lowered lower_selu(NodeLowering& node) {
  const double a = TRY(node.attributes.real("alpha", 1.67326319217681884765625));
  const double g = TRY(node.attributes.real("gamma", 1.05070102214813232421875));
  Formula f(node);
  const Term x = f.in(0), alpha = f.number(x, a), gamma = f.number(x, g);
  return f.lowered({where(less_equal(x, f.number(x, 0)), gamma * (alpha * exp(x) - alpha), gamma * x)});
}

Lowered lower_thresholded_relu(NodeLowering& node) {
  const size_t alpha = like(node, 0, TRY(node.attributes.real("alpha", 1)));
  const size_t above = TRY(node.apply(ops::make_greater(), {node.in(0), alpha}));
  return one(select(node, above, node.in(0), like(node, 0, 0)));
}

Lowered lower_where(NodeLowering& node) { return one(select(node, node.in(0), node.in(1), node.in(2))); }

}  // namespace backedge::onnx
