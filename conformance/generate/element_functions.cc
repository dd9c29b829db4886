#include "conformance/generate/element_functions.h"

#include "conformance/generate/number_rules.h"
#include "conformance/generate/operations.h"

namespace backedge::generate {
namespace {

/// An operation of one real value, without other operands.
struct UnaryFunction {
  const char* type;
  int64_t version;
  const char* rule;  // that a wild operand can touch
  std::vector<openvino::Attribute> attributes = {};
};

const std::vector<UnaryFunction>& unary_functions() {
  static const std::vector<UnaryFunction> kFunctions = {
      {"Acos", 1, "NUM-4"},
      {"Acosh", 4, "NUM-4"},
      {"Asin", 1, "NUM-4"},
      {"Asinh", 4, "NUM-4"},
      {"Atan", 1, "NUM-4"},
      {"Atanh", 4, "NUM-4"},
      {"Cos", 1, "NUM-4"},
      {"Cosh", 1, "NUM-4"},
      {"Elu", 1, "NUM-6", {{"alpha", "0.75"}}},
      {"Erf", 1, "NUM-4"},
      {"Exp", 1, "NUM-4"},
      {"Gelu", 2, "NUM-6"},
      {"Gelu", 7, "NUM-6", {{"approximation_mode", "tanh"}}},
      {"HSigmoid", 5, "NUM-6"},
      {"HSwish", 4, "NUM-6"},
      {"Log", 1, "NUM-4"},
      {"Mish", 4, "NUM-6"},
      {"Sigmoid", 1, "NUM-4"},
      {"Sin", 1, "NUM-4"},
      {"Sinh", 1, "NUM-4"},
      {"SoftPlus", 4, "NUM-10"},
      {"SoftSign", 9, "NUM-6"},
      {"Sqrt", 1, "NUM-4"},
      {"Swish", 4, "NUM-6"},
      {"Tan", 1, "NUM-4"},
      {"Tanh", 1, "NUM-4"},
  };
  return kFunctions;
}

/// The smallest range of all numbers of some width, with or without sign, that holds the others.
Interval range_of_bits(Interval a, Interval b) {
  const int64_t low = std::min(a.low, b.low), high = std::max(a.high, b.high);
  int64_t limit = 1;
  while (limit <= high || limit < -low) limit *= 2;
  return {low < 0 ? -limit : 0, limit - 1};
}

/// a shifted by a constant from 0 to 3.
std::optional<LayerOutput> add_shift(Scope& scope, const LayerOutput& a) {
  if (!is_integer(a.type)) return std::nullopt;
  const int64_t count = scope.builder.random.below(4);
  const bool left = scope.builder.random.chance(a.wild ? 30 : 50);
  LayerOutput value = a;
  if (a.wild) {
    touch_rule(scope, left ? "NUM-2" : "NUM-11");
  } else {
    const auto [low, high] = a.range;
    value.range =
        left ? Interval{low * (1 << count), high * (1 << count)} : Interval{low >> count, high >> count};
    if (!exact_interval(a.type).holds(value.range)) return std::nullopt;
  }
  return add_operation(scope, left ? "BitwiseLeftShift" : "BitwiseRightShift", 15,
                       {{"auto_broadcast", "numpy"}}, {a, random_constant(scope, a.type, {}, {count, count})},
                       value);
}

}  // namespace

std::optional<LayerOutput> add_bitwise(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) { return !is_real(value.type); });
  if (!a) return std::nullopt;
  if (random.chance(a->wild ? 70 : 35)) return add_shift(scope, *a);
  LayerOutput value = *a;
  const bool is_boolean = a->type == ElementType::kBoolean;
  const bool is_signed = exact_interval(a->type).low < 0;
  // The complement of an unsigned number is near the largest one, which not every backend holds exactly.
  if (random.chance(30) && (is_boolean || is_signed || a->wild)) {
    if (!is_boolean) value.range = {-a->range.high - 1, -a->range.low - 1};
    if (!a->wild && !is_boolean && !exact_interval(a->type).holds(value.range)) return std::nullopt;
    return add_operation(scope, "BitwiseNot", 13, {}, {*a}, value);
  }
  const auto b = pick(scope, [&a](const LayerOutput& other) {
    const bool fits = other.type == a->type && other.wild == a->wild;
    const auto shape = fits ? broadcast(a->shape, other.shape) : std::nullopt;
    return shape && most_elements(*shape) <= kMostElements;
  });
  if (!b) return std::nullopt;
  value.shape = *broadcast(a->shape, b->shape);
  if (!is_boolean) value.range = range_of_bits(a->range, b->range);
  if (!a->wild && !is_boolean && !exact_interval(a->type).holds(value.range)) return std::nullopt;
  const std::string type = random.one_of(std::vector<std::string>{"BitwiseAnd", "BitwiseOr", "BitwiseXor"});
  return add_operation(scope, type, 13, {{"auto_broadcast", "numpy"}}, {*a, *b}, value);
}

std::optional<LayerOutput> add_class_or_round(Scope& scope) {
  Random& random = scope.builder.random;
  if (random.chance(50)) {
    const auto a = pick(scope, is_number);
    if (!a) return std::nullopt;
    if (a->wild) touch_rule(scope, "NUM-12");
    const char* const mode = random.chance(50) ? "half_to_even" : "half_away_from_zero";
    return add_operation(scope, "Round", 5, {{"mode", mode}}, {*a}, *a);
  }
  const auto a = pick(scope, is_real_value);
  if (!a) return std::nullopt;
  if (a->wild) touch_rule(scope, "NUM-5");
  const std::string type = random.one_of(std::vector<std::string>{"IsNaN", "IsInf", "IsFinite"});
  return add_operation(scope, type, 10, {}, {*a},
                       {.type = ElementType::kBoolean, .shape = a->shape, .range = {0, 1}});
}

std::optional<LayerOutput> add_element_function(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_real_value);
  if (!a) return std::nullopt;
  const LayerOutput value = any_bits_like(*a);
  const auto number = [&](const Shape& shape, int64_t low, int64_t high) {
    return random_constant(scope, a->type, shape, {low, high});
  };
  switch (random.below(15)) {
    case 0:
      touch_rule(scope, "NUM-6");
      return add_operation(scope, "Swish", 4, {}, {*a, number({}, 0, 3)}, value);
    case 1:
      touch_rule(scope, "NUM-6");
      return add_operation(scope, "Selu", 1, {}, {*a, number({1}, 1, 3), number({1}, 1, 3)}, value);
    case 2:
      if (a->shape.empty()) return std::nullopt;  // a slope has a dimension, and x has no fewer
      touch_rule(scope, "OP-8");
      return add_operation(scope, random.chance(50) ? "PRelu" : "PReLU", 1, {}, {*a, number({1}, -3, 3)},
                           value);
    case 3:
      touch_rule(scope, "OP-7");
      return add_operation(scope, "FakeQuantize", 1, {{"levels", "5"}, {"auto_broadcast", "numpy"}},
                           {*a, number({}, -4, 0), number({}, 1, 4), number({}, -9, 0), number({}, 1, 9)},
                           value);
    case 4:
      if (a->shape.empty() || a->shape.back().least == 0) return std::nullopt;
      touch_rule(scope, "NUM-6");
      return add_operation(scope, "LogSoftmax", 5, {{"axis", "-1"}}, {*a}, value);
    default:
      break;
  }
  const UnaryFunction function = random.one_of(unary_functions());
  touch_rule(scope, function.rule);
  return add_operation(scope, function.type, function.version, function.attributes, {*a}, value);
}

}  // namespace backedge::generate
