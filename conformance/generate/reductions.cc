#include "conformance/generate/reductions.h"

#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

// A reduction of one axis, which `value` still has.
LayerOutput add_along(Scope& scope, const std::string& type, const LayerOutput& a, int64_t axis, bool keep,
                      LayerOutput value) {
  if (keep) {
    value.shape[static_cast<size_t>(axis)] = Size::exactly(1);
  } else {
    value.shape.erase(value.shape.begin() + axis);
  }
  const std::vector<int64_t> axes = {written_axis(scope.builder.random, axis, rank_of(a))};
  return add_operation(scope, type, 1, {{"keep_dims", keep ? "true" : "false"}},
                       {a, add_numbers(scope, axes)}, value);
}

// The range of a product of up to `count` elements, if the type holds it and every partial product.
std::optional<Interval> range_of_product(const LayerOutput& a, int64_t count) {
  const int64_t most = std::max({-a.range.low, a.range.high, int64_t{1}});
  const Interval limit = exact_interval(a.type);
  int64_t bound = 1;
  for (int64_t k = 0; k < count; ++k) {
    if (bound > limit.high / most) return std::nullopt;
    bound *= most;
  }
  const Interval range = {a.range.low < 0 ? -bound : 0, bound};
  return limit.holds(range) ? std::optional(range) : std::nullopt;
}

std::optional<LayerOutput> add_numeric(Scope& scope) {
  Random& random = scope.builder.random;
  const std::string type =
      random.one_of(std::vector<std::string>{"ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd"});
  const bool keep = random.chance(70);
  const auto a = pick(scope, [](const LayerOutput& value) { return is_number(value) && has_axis(value); });
  if (!a) return std::nullopt;
  const int64_t rank = rank_of(*a);
  const int64_t axis = random.below(rank);
  const Size& size = a->shape[static_cast<size_t>(axis)];
  const bool needs_element = type == "ReduceMax" || type == "ReduceMin";
  if (size.least == 0 && needs_element) return std::nullopt;
  LayerOutput value = *a;
  if (type == "ReduceSum") {
    value.range.low = std::min<int64_t>(a->range.low * size.most, 0);
    value.range.high = std::max<int64_t>(a->range.high * size.most, 0);
  }
  if (type == "ReduceProd" && !a->wild) {
    const auto range = range_of_product(*a, size.most);
    if (!range) return std::nullopt;
    value.range = *range;
  }
  if (a->wild) {
    touch_number_rules(scope, *a, type);
  } else if (!exact_interval(a->type).holds(value.range)) {
    return std::nullopt;
  }
  return add_along(scope, type, *a, axis, keep, value);
}

std::optional<LayerOutput> add_logical(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) { return !is_number(value) && has_axis(value); });
  if (!a) return std::nullopt;
  const std::string type = random.chance(50) ? "ReduceLogicalAnd" : "ReduceLogicalOr";
  const int64_t axis = random.below(rank_of(*a));
  return add_along(scope, type, *a, axis, random.chance(70), *a);
}

std::optional<LayerOutput> add_running_sum(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) { return is_number(value) && has_axis(value); });
  if (!a) return std::nullopt;
  const int64_t rank = rank_of(*a);
  const int64_t axis = random.below(rank), most = a->shape[static_cast<size_t>(axis)].most;
  LayerOutput value = *a;
  value.range = {std::min<int64_t>(a->range.low * most, 0), std::max<int64_t>(a->range.high * most, 0)};
  value.range = value.range.joined_with(a->range);
  if (a->wild) {
    touch_number_rules(scope, *a, "ReduceSum");
  } else if (!exact_interval(a->type).holds(value.range)) {
    return std::nullopt;
  }
  const auto word = [&random] { return random.chance(50) ? "true" : "false"; };
  const std::string exclusive = word(), reverse = word();
  return add_operation(scope, "CumSum", 3, {{"exclusive", exclusive}, {"reverse", reverse}},
                       {*a, add_number(scope, written_axis(random, axis, rank))}, value);
}

}  // namespace

std::optional<LayerOutput> add_reduction(Scope& scope) {
  const int64_t which = scope.builder.random.below(100);
  if (which < 60) return add_numeric(scope);
  return which < 75 ? add_logical(scope) : add_running_sum(scope);
}

}  // namespace backedge::generate
