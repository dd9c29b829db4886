#include "conformance/generate/operations.h"

#include "conformance/generate/add_function.h"
#include "conformance/generate/conversions.h"
#include "conformance/generate/element_functions.h"
#include "conformance/generate/indexed.h"
#include "conformance/generate/movements.h"
#include "conformance/generate/number_rules.h"
#include "conformance/generate/rearrangements.h"
#include "conformance/generate/reductions.h"
#include "conformance/generate/resampling.h"
#include "conformance/generate/rows.h"
#include "conformance/generate/searches.h"
#include "conformance/generate/windows.h"

namespace backedge::generate {
namespace {

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
  if (type == "SquaredDifference") {
    const int64_t most = std::max(std::abs(a.high - b.low), std::abs(b.high - a.low));
    return {std::min(a.low - b.high, int64_t{0}), most * most};  // the difference must fit too
  }
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

std::optional<LayerOutput> add_arithmetic(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_number);
  const auto b = a ? partner(scope, *a) : std::nullopt;
  if (!b) return std::nullopt;
  const std::string type = random.one_of(std::vector<std::string>{"Add", "Add", "Subtract", "Multiply",
                                                                  "Maximum", "Minimum", "SquaredDifference"});
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
      scope.builder.random.one_of(std::vector<std::string>{"LogicalAnd", "LogicalOr", "LogicalXor", "Xor"});
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

std::optional<LayerOutput> add_clamp(Scope& scope, const LayerOutput& a) {
  const int64_t least = scope.builder.random.between(-6, 2),
                most = least + scope.builder.random.between(0, 9);
  LayerOutput value = a;
  value.range = {std::clamp(a.range.low, least, most), std::clamp(a.range.high, least, most)};
  return add_operation(scope, "Clamp", 1, {{"min", std::to_string(least)}, {"max", std::to_string(most)}},
                       {a}, value);
}

std::optional<LayerOutput> add_unary(Scope& scope) {
  const auto is_signed = [](const LayerOutput& value) {
    return is_exact_number(value) && exact_interval(value.type).low < 0;
  };
  const auto a = pick(scope, is_signed);
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  const auto [low, high] = a->range;
  const std::string type = scope.builder.random.one_of(
      std::vector<std::string>{"Abs", "Negative", "Relu", "ReLU", "Sign", "Ceiling", "Floor", "Clamp"});
  if (type == "Negative") {
    value.range = {-high, -low};
  } else if (type == "Sign") {
    value.range = {-1, 1};
  } else if (type == "Abs") {
    value.range = {0, std::max(high, -low)};
  } else if (type == "Clamp") {
    return add_clamp(scope, *a);
  } else if (type == "Relu" || type == "ReLU") {
    value.range = {std::max<int64_t>(low, 0), std::max<int64_t>(high, 0)};
  }
  if (!exact_interval(a->type).holds(value.range)) return std::nullopt;
  return add_operation(scope, type, 1, {}, {*a}, value);
}

// A rest by a positive constant. A rest of a negative real may be -0, so reals are not negative.
std::optional<LayerOutput> add_rest(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) {
    return is_exact_number(value) && (is_integer(value.type) || value.range.low >= 0);
  });
  if (!a) return std::nullopt;
  const int64_t by = random.between(1, 7);
  LayerOutput value = *a;
  const bool floors = random.chance(50);
  value.range = {floors || a->range.low >= 0 ? 0 : 1 - by, by - 1};
  return add_operation(scope, floors ? "FloorMod" : "Mod", 1, numpy(),
                       {*a, random_constant(scope, a->type, {}, {by, by})}, value);
}

// A square or a cube of integers. Powers of reals are functions.
std::optional<LayerOutput> add_power(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput& value) {
    return is_exact_number(value) && is_integer(value.type) &&
           std::max(-value.range.low, value.range.high) <= 1000;
  });
  if (!a) return std::nullopt;
  const int64_t exponent = scope.builder.random.between(2, 3);
  const int64_t most = std::max(-a->range.low, a->range.high);
  LayerOutput value = *a;
  const int64_t bound = exponent == 2 ? most * most : most * most * most;
  value.range = {exponent == 2 || a->range.low >= 0 ? 0 : -bound, bound};
  if (!exact_interval(a->type).holds(value.range)) return std::nullopt;
  return add_operation(scope, "Power", 1, numpy(),
                       {*a, random_constant(scope, a->type, {}, {exponent, exponent})}, value);
}

// A matrix times a constant matrix of small numbers.
std::optional<LayerOutput> add_matmul(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) {
    return is_exact_number(value) && value.shape.size() > 1 && value.shape.back().known();
  });
  if (!a) return std::nullopt;
  const int64_t rows = a->shape.back().least, columns = random.between(1, 3);
  const bool transposed = random.chance(50);
  const Interval small = {std::max<int64_t>(exact_interval(a->type).low, -2), 2};
  const Shape shape = transposed ? Shape{columns, rows} : Shape{rows, columns};
  const int64_t bound = rows * 2 * std::max(-a->range.low, a->range.high);
  LayerOutput value = *a;
  value.range = {small.low < 0 || a->range.low < 0 ? -bound : 0, bound};
  value.shape.back() = Size::exactly(columns);
  if (!exact_interval(a->type).holds(value.range) || most_elements(value.shape) > kMostElements)
    return std::nullopt;
  const LayerOutput b = random_constant(scope, a->type, shape, small);
  if (random.chance(30)) {
    const std::string equation = transposed ? "...i, ji -> ...j" : "...i,ij->...j";
    return add_operation(scope, "Einsum", 7, {{"equation", equation}}, {*a, b}, value);
  }
  return add_operation(scope, "MatMul", 1,
                       {{"transpose_a", "false"}, {"transpose_b", transposed ? "true" : "false"}}, {*a, b},
                       value);
}

// A range of constants.
std::optional<LayerOutput> add_range(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const int64_t start = random.between(-5, 9), count = random.between(0, 5);
  const int64_t step = random.one_of(std::vector<int64_t>{-2, -1, 1, 2, 3});
  const int64_t last = start + std::max<int64_t>(count - 1, 0) * step;
  const int64_t stop = count == 0 ? start : last + (step > 0 ? 1 : -1);
  const ElementType type = random.one_of(std::vector<ElementType>{kI32, kI64, kF32});
  const LayerOutput value = {
      .type = type, .shape = {Size::exactly(count)}, .range = {std::min(start, last), std::max(start, last)}};
  std::vector<LayerOutput> inputs;
  for (const int64_t number : {start, stop, step}) inputs.push_back(add_number(scope, number));
  if (type == kI64 && random.chance(50)) return add_operation(scope, "Range", 1, {}, inputs, value);
  return add_operation(scope, "Range", 4, {{"output_type", std::string(name_of(type))}}, inputs, value);
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
    const LayerOutput constant = random_constant(scope, value.type, {}, {bound, bound});
    inside = add_operation(scope, type, 1, numpy(), {inside, constant}, inside);
  };
  if (value.range.high > range.high) limit("Minimum", range.high);
  if (value.range.low < range.low) limit("Maximum", range.low);
  inside.range = {std::max(value.range.low, range.low), std::min(value.range.high, range.high)};
  return inside;
}

LayerOutput less_than(Scope& scope, const LayerOutput& value, int64_t limit) {
  return add_operation(scope, "Less", 1, numpy(),
                       {value, random_constant(scope, value.type, {}, {limit, limit})},
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
      add_arithmetic,  add_arithmetic,    add_arithmetic,    add_arithmetic,     add_comparison,
      add_logic,       add_select,        add_unary,         add_unary,          add_convert,
      add_reduction,   add_reduction,     add_rest,          add_power,          add_matmul,
      add_range,       add_movement,      add_movement,      add_movement,       add_movement,
      add_movement,    add_movement,      add_bitwise,       add_class_or_round, add_indexed,
      add_indexed,     add_rearrangement, add_rearrangement, add_search,         add_rows,
      add_convolution, add_max_pool,      add_image_patches, add_resampling};
  Random& random = scope.builder.random;
  // Functions round, so they need a model that may have wild values. There they are frequent.
  const bool rounds = scope.builder.wild && random.chance(30);
  const Maker maker = rounds ? add_function : kMakers[random.below(std::size(kMakers))];
  std::optional<LayerOutput> value = maker(scope);
  if (value) scope.values.push_back(*value);
  return value;
}

}  // namespace backedge::generate
