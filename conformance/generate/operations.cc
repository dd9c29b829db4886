#include "conformance/generate/operations.h"

#include "conformance/generate/element_functions.h"
#include "conformance/generate/movements.h"

namespace backedge::generate {
namespace {

constexpr int64_t kMostElements = 600;

bool is_number(const LayerOutput& value) { return value.type != ElementType::kBoolean; }
bool is_exact_number(const LayerOutput& value) { return is_number(value) && !value.wild; }

std::vector<openvino::Attribute> numpy() { return {{"auto_broadcast", "numpy"}}; }

// A second operand: another value, or a new one with one element.
std::optional<LayerOutput> partner(Scope& scope, const LayerOutput& a) {
  const bool found = !scope.builder.random.chance(30);
  if (found) {
    const auto fits = [&a](const LayerOutput& b) {
      const auto shape = b.type == a.type && b.wild == a.wild ? broadcast(a.shape, b.shape) : std::nullopt;
      return shape && most_elements(*shape) <= kMostElements;
    };
    return pick(scope, fits);
  }
  const Sizes shape = scope.builder.random.chance(50) ? Sizes{} : Sizes{Size::exactly(1)};
  const Interval range = random_range(scope.builder.random, a.type);
  return fresh_value(scope, a.type, shape, range, a.wild && a.type != ElementType::kBoolean);
}

Interval arithmetic_range(const std::string& type, Interval a, Interval b) {
  if (type == "Add") return {a.low + b.low, a.high + b.high};
  if (type == "Subtract") return {a.low - b.high, a.high - b.low};
  if (type == "Maximum") return {std::max(a.low, b.low), std::max(a.high, b.high)};
  if (type == "Minimum") return {std::min(a.low, b.low), std::min(a.high, b.high)};
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

// Notes the rules that wild operands can touch. They belong to the survey.
void touch_number_rules(Scope& scope, const LayerOutput& value, const std::string& type) {
  std::vector<std::string> rules;
  const bool extreme = type == "Maximum" || type == "Minimum" || type.starts_with("Reduce");
  if (extreme && type != "ReduceSum" && is_real(value.type)) rules = {"NUM-9"};
  if (type == "ReduceSum") rules = {"NUM-3"};
  if (type == "Divide" && is_integer(value.type)) rules = {"NUM-8"};
  if (rules.empty()) rules = {is_integer(value.type) ? "NUM-2" : "NUM-1"};
  if (is_real(value.type)) rules.push_back("NUM-5");
  for (const std::string& rule : rules)
    scope.builder.notes.touches.push_back({.rule = rule, .loop = scope.loop, .least = 1, .survey = true});
}

std::optional<LayerOutput> add_arithmetic(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_number);
  const auto b = a ? partner(scope, *a) : std::nullopt;
  if (!b) return std::nullopt;
  const std::string type =
      random.one_of(std::vector<std::string>{"Add", "Add", "Subtract", "Multiply", "Maximum", "Minimum"});
  LayerOutput value{.type = a->type, .shape = *broadcast(a->shape, b->shape), .wild = a->wild};
  if (a->wild) {
    touch_number_rules(scope, *a, type);
  } else {
    value.range = arithmetic_range(type, a->range, b->range);
    if (!exact_interval(a->type).holds(value.range)) return std::nullopt;
  }
  return add_operation(scope, type, 1, numpy(), {*a, *b}, value);
}

std::optional<LayerOutput> add_comparison(Scope& scope) {
  const auto a = pick(scope, is_exact_number);
  const auto b = a ? partner(scope, *a) : std::nullopt;
  if (!b) return std::nullopt;
  const std::string type = scope.builder.random.one_of(
      std::vector<std::string>{"Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual"});
  return add_operation(
      scope, type, 1, numpy(), {*a, *b},
      {.type = ElementType::kBoolean, .shape = *broadcast(a->shape, b->shape), .range = {0, 1}});
}

std::optional<LayerOutput> add_logic(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput& value) { return !is_number(value); });
  if (!a) return std::nullopt;
  LayerOutput value{.type = ElementType::kBoolean, .shape = a->shape, .range = {0, 1}};
  if (scope.builder.random.chance(30)) return add_operation(scope, "LogicalNot", 1, {}, {*a}, value);
  const auto b = partner(scope, *a);
  if (!b) return std::nullopt;
  const std::string type =
      scope.builder.random.one_of(std::vector<std::string>{"LogicalAnd", "LogicalOr", "LogicalXor"});
  value.shape = *broadcast(a->shape, b->shape);
  return add_operation(scope, type, 1, numpy(), {*a, *b}, value);
}

std::optional<LayerOutput> add_select(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput&) { return true; });
  const auto b = a ? partner(scope, *a) : std::nullopt;
  if (!b) return std::nullopt;
  const Sizes shape = *broadcast(a->shape, b->shape);
  const auto fits = [&shape](const LayerOutput& value) {
    const auto whole = is_number(value) ? std::nullopt : broadcast(value.shape, shape);
    return whole && most_elements(*whole) <= kMostElements;
  };
  const auto condition = pick(scope, fits);
  if (!condition) return std::nullopt;
  return add_operation(scope, "Select", 1, numpy(), {*condition, *a, *b},
                       {.type = a->type,
                        .shape = *broadcast(condition->shape, shape),
                        .range = a->range.joined_with(b->range),
                        .wild = a->wild});
}

std::optional<LayerOutput> add_unary(Scope& scope) {
  const auto is_signed = [](const LayerOutput& value) {
    return is_exact_number(value) && exact_interval(value.type).low < 0;
  };
  const auto a = pick(scope, is_signed);
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  const auto [low, high] = a->range;
  const std::string type =
      scope.builder.random.one_of(std::vector<std::string>{"Abs", "Negative", "Relu", "Sign"});
  if (type == "Negative") {
    value.range = {-high, -low};
  } else if (type == "Sign") {
    value.range = {-1, 1};
  } else if (type == "Abs") {
    value.range = {0, std::max(high, -low)};
  } else {
    value.range = {std::max<int64_t>(low, 0), std::max<int64_t>(high, 0)};
  }
  if (!exact_interval(a->type).holds(value.range)) return std::nullopt;
  return add_operation(scope, type, 1, {}, {*a}, value);
}

std::optional<LayerOutput> add_convert(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput&) { return true; });
  const ElementType to = random_type(random);
  if (!a || a->type == to) return std::nullopt;
  LayerOutput value{.type = to, .shape = a->shape, .range = a->range, .wild = a->wild};
  if (a->wild) {
    scope.builder.notes.touches.push_back({.rule = "NUM-7", .loop = scope.loop, .least = 1, .survey = true});
    if (to == ElementType::kBoolean) value.wild = false;
  }
  if (to == ElementType::kBoolean) value.range = {0, 1};
  if (!a->wild && !exact_interval(to).holds(value.range)) return std::nullopt;
  return add_operation(scope, "Convert", 1, {{"destination_type", std::string(name_of(to))}}, {*a}, value);
}

std::optional<LayerOutput> add_reduction(Scope& scope) {
  Random& random = scope.builder.random;
  const std::string type = random.one_of(std::vector<std::string>{"ReduceSum", "ReduceMax", "ReduceMin"});
  const bool keep = random.chance(70);
  const auto a =
      pick(scope, [](const LayerOutput& value) { return is_number(value) && !value.shape.empty(); });
  if (!a) return std::nullopt;
  const auto rank = static_cast<int64_t>(a->shape.size());
  const int64_t axis = random.below(rank);
  const Size& size = a->shape[static_cast<size_t>(axis)];
  if (size.least == 0 && type != "ReduceSum") return std::nullopt;
  LayerOutput value = *a;
  if (type == "ReduceSum") {
    value.range.low = std::min<int64_t>(a->range.low * size.most, 0);
    value.range.high = std::max<int64_t>(a->range.high * size.most, 0);
  }
  if (a->wild) {
    touch_number_rules(scope, *a, type);
  } else if (!exact_interval(a->type).holds(value.range)) {
    return std::nullopt;
  }
  if (keep) {
    value.shape[static_cast<size_t>(axis)] = Size::exactly(1);
  } else {
    value.shape.erase(value.shape.begin() + axis);
  }
  const std::vector<int64_t> axes = {random.chance(30) ? axis - rank : axis};
  return add_operation(scope, type, 1, {{"keep_dims", keep ? "true" : "false"}},
                       {*a, add_numbers(scope, axes)}, value);
}

// Operations whose results are rounded, so they are used only where wild values are allowed.
std::optional<LayerOutput> add_function(Scope& scope) {
  if (!scope.builder.wild) return std::nullopt;
  const auto a = pick(scope, [](const LayerOutput& value) { return is_real(value.type); });
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  value.wild = true;
  const auto note = [&](const std::string& rule) {
    scope.builder.notes.touches.push_back({.rule = rule, .loop = scope.loop, .least = 1, .survey = true});
  };
  const bool has_axis = !a->shape.empty() && a->shape.back().least > 0;
  if (has_axis && scope.builder.random.chance(25)) {
    note("NUM-6");
    return add_operation(scope, "Softmax", 8, {{"axis", "-1"}}, {*a}, value);
  }
  const std::string type =
      scope.builder.random.one_of(std::vector<std::string>{"Exp", "Tanh", "Sigmoid", "Sin", "SoftSign"});
  note(type == "SoftSign" ? "NUM-6" : "NUM-4");
  return add_operation(scope, type, type == "SoftSign" ? 9 : 1, {}, {*a}, value);
}

// A quotient by a constant other than 0.
std::optional<LayerOutput> add_quotient(Scope& scope) {
  if (!scope.builder.wild) return std::nullopt;
  const auto a = pick(scope, [](const LayerOutput& value) { return value.wild && is_number(value); });
  if (!a) return std::nullopt;
  const bool is_signed = exact_interval(a->type).low < 0;
  const int64_t by = is_signed && scope.builder.random.chance(50) ? -1 : 3;
  const Tensor divisor = random_values(scope.builder.random, a->type, {}, {by, by}, false);
  touch_number_rules(scope, *a, "Divide");
  return add_operation(scope, "Divide", 1, numpy(), {*a, add_constant(scope, divisor, {by, by})}, *a);
}

}  // namespace

std::optional<Sizes> broadcast(const Sizes& a, const Sizes& b) {
  const Sizes& longer = a.size() < b.size() ? b : a;
  const Sizes& shorter = a.size() < b.size() ? a : b;
  Sizes shape = longer;
  for (size_t k = 0; k < shorter.size(); ++k) {
    Size& size = shape[longer.size() - shorter.size() + k];
    if (size == shorter[k] || shorter[k] == Size::exactly(1)) continue;
    if (size != Size::exactly(1)) return std::nullopt;
    size = shorter[k];
  }
  return shape;
}

LayerOutput clamped(Scope& scope, const LayerOutput& value, Interval range) {
  LayerOutput inside = value;
  const auto limit = [&](const char* type, int64_t bound) {
    const Tensor tensor = random_values(scope.builder.random, value.type, {}, {bound, bound}, false);
    inside =
        add_operation(scope, type, 1, numpy(), {inside, add_constant(scope, tensor, {bound, bound})}, inside);
  };
  if (value.range.high > range.high) limit("Minimum", range.high);
  if (value.range.low < range.low) limit("Maximum", range.low);
  inside.range = {std::max(value.range.low, range.low), std::min(value.range.high, range.high)};
  return inside;
}

LayerOutput less_than(Scope& scope, const LayerOutput& value, int64_t limit) {
  const Tensor tensor = random_values(scope.builder.random, value.type, {}, {limit, limit}, false);
  return add_operation(scope, "Less", 1, numpy(), {value, add_constant(scope, tensor, {limit, limit})},
                       {.type = ElementType::kBoolean, .shape = value.shape, .range = {0, 1}});
}

LayerOutput is_small(Scope& scope, const LayerOutput& value) {
  LayerOutput greatest = value;
  if (!value.shape.empty()) {
    std::vector<int64_t> axes;
    for (size_t k = 0; k < value.shape.size(); ++k) axes.push_back(static_cast<int64_t>(k));
    greatest.shape.clear();
    greatest = add_operation(scope, "ReduceMax", 1, {{"keep_dims", "false"}},
                             {value, add_numbers(scope, axes)}, greatest);
  }
  const int64_t middle = value.range.low + (value.range.high - value.range.low) * 3 / 4;
  return less_than(scope, greatest, middle);
}

std::optional<LayerOutput> add_random_operation(Scope& scope) {
  using Maker = std::optional<LayerOutput> (*)(Scope&);
  static constexpr Maker kMakers[] = {
      add_arithmetic, add_arithmetic, add_arithmetic, add_arithmetic, add_comparison, add_logic,
      add_select,     add_unary,      add_convert,    add_reduction,  add_function,   add_quotient,
      add_movement,   add_movement,   add_movement,   add_movement,   add_bitwise,    add_class_or_round,
      add_activation, add_activation, add_activation};
  const auto which = static_cast<size_t>(scope.builder.random.below(std::size(kMakers)));
  std::optional<LayerOutput> value = kMakers[which](scope);
  if (value) scope.values.push_back(*value);
  return value;
}

}  // namespace backedge::generate
