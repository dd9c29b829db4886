#include "conformance/generate/conversions.h"

#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

// Convert, or ConvertLike with any value of the new type.
std::optional<LayerOutput> add_one_conversion(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput&) { return true; });
  const auto like = random.chance(30) ? pick(scope, [](const LayerOutput&) { return true; }) : std::nullopt;
  const ElementType to = like ? like->type : random_type(random);
  if (!a || a->type == to) return std::nullopt;
  LayerOutput value{.type = to, .shape = a->shape, .range = a->range, .wild = a->wild};
  if (a->wild) {
    touch_rule(scope, "NUM-7");
    if (to == ElementType::kBoolean) value.wild = false;
  }
  if (to == ElementType::kBoolean) value.range = {0, 1};
  if (!a->wild && !exact_interval(to).holds(value.range)) return std::nullopt;
  if (like) return add_operation(scope, "ConvertLike", 1, {}, {*a, *like}, value);
  return add_operation(scope, "Convert", 1, {{"destination_type", std::string(name_of(to))}}, {*a}, value);
}

// The type of two numbers of different types: the real one, the signed one of enough bits, or the longer one;
// nothing if that is not sure.
std::optional<ElementType> common_type(ElementType a, ElementType b) {
  using enum ElementType;
  if (is_real(a) && is_real(b)) return size_of(a) == size_of(b) ? kF32 : size_of(a) < size_of(b) ? b : a;
  if (is_real(a) || is_real(b)) return is_real(a) ? a : b;
  const bool a_signed = a <= kI64, b_signed = b <= kI64;
  if (a_signed == b_signed) return size_of(a) < size_of(b) ? b : a;
  const ElementType with_sign = a_signed ? a : b, without = a_signed ? b : a;
  for (const ElementType type : {kI8, kI16, kI32, kI64})
    if (size_of(type) >= std::max(size_of(with_sign), 2 * size_of(without))) return type;
  return std::nullopt;
}

// Two values that become one type.
std::optional<LayerOutput> add_promotion(Scope& scope) {
  const auto a = pick(scope, is_exact_number);
  const auto b = pick(scope, [&a](const LayerOutput& value) {
    return is_number(value) && !value.wild && a && value.type != a->type;
  });
  if (!b) return std::nullopt;
  const std::optional<ElementType> common = common_type(a->type, b->type);
  if (!common) return std::nullopt;
  std::vector<LayerOutput> outputs = {*a, *b};
  for (LayerOutput& output : outputs) {
    output.type = *common;
    if (!exact_interval(*common).holds(output.range)) return std::nullopt;
  }
  add_operation(scope, "ConvertPromoteTypes", 14, {{"promote_unsafe", "true"}}, {*a, *b}, outputs[0]);
  return add_output(scope, outputs[1]);
}

// A FakeConvert of whole numbers that the narrow type has.
std::optional<LayerOutput> add_fake_convert(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const bool is_e4m3 = random.chance(60);
  const int64_t most = is_e4m3 ? 8 : 4;  // half of the limit, because the shift is as large
  const auto a = pick(scope, [most](const LayerOutput& value) {
    const bool has_type = value.type == kF16 || value.type == kBF16 || value.type == kF32;
    return has_type && !value.wild && Interval{-most, most}.holds(value.range);
  });
  if (!a) return std::nullopt;
  std::vector<LayerOutput> inputs = {*a, random_constant(scope, a->type, {}, {1, 1})};
  if (random.chance(60)) inputs.push_back(random_constant(scope, a->type, {}, {-most, most}));
  return add_operation(scope, "FakeConvert", 13, {{"destination_type", is_e4m3 ? "f8e4m3" : "f8e5m2"}},
                       inputs, *a);
}

}  // namespace

std::optional<LayerOutput> add_convert(Scope& scope) {
  if (scope.builder.random.chance(10)) return add_fake_convert(scope);
  return scope.builder.random.chance(25) ? add_promotion(scope) : add_one_conversion(scope);
}

}  // namespace backedge::generate
