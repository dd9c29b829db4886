#include "conformance/generate/resampling.h"

#include <algorithm>

#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

std::vector<int64_t> ones_and_twos(Random& random, size_t count) {
  std::vector<int64_t> factors;
  for (size_t k = 0; k < count; ++k) factors.push_back(random.between(1, 2));
  return factors;
}

LayerOutput add_scales(Scope& scope, const std::vector<int64_t>& factors) {
  std::vector<float> scales(factors.begin(), factors.end());
  const int64_t count = std::ssize(scales);
  Tensor tensor = Tensor::zeros(ElementType::kF32, {count});
  std::copy(scales.begin(), scales.end(), tensor.writable<float>());
  return add_constant(scope, tensor, {1, 2});
}

std::optional<LayerOutput> add_interpolate(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_number_with_elements);
  if (!a) return std::nullopt;
  // Twice as many elements, so that positions have no roundings and no ties.
  const std::vector<int64_t> factors = ones_and_twos(random, a->shape.size());
  LayerOutput value = *a;
  std::vector<int64_t> axes, sizes;
  for (size_t axis = 0; axis < factors.size(); ++axis) {
    sizes.push_back(a->shape[axis].least * factors[axis]);
    value.shape[axis] = Size::exactly(sizes.back());
    axes.push_back(static_cast<int64_t>(axis));
  }
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  const bool newest = random.chance(50), by_scales = random.chance(50);
  std::vector<LayerOutput> inputs = {*a};
  if (!newest || !by_scales) inputs.push_back(add_numbers(scope, sizes));
  if (!newest || by_scales) inputs.push_back(add_scales(scope, factors));
  if (random.chance(50)) inputs.push_back(add_numbers(scope, axes));
  const std::vector<std::string> rounded = {"round_prefer_floor", "round_prefer_ceil"},
                                 cut = {"floor", "simple"};
  const bool corner = random.chance(50);  // positions 0, 1/2, 1, ... instead of -1/4, 1/4, 3/4, ...
  const std::vector<openvino::Attribute> attributes = {
      {"mode", "nearest"},
      {"shape_calculation_mode", by_scales ? "scales" : "sizes"},
      {"coordinate_transformation_mode", corner ? "asymmetric" : "half_pixel"},
      {"nearest_mode", random.one_of(corner ? cut : rounded)}};
  return add_operation(scope, "Interpolate", newest ? 11 : 4, attributes, inputs, value);
}

std::optional<LayerOutput> add_grid_sample(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(
      scope, [](const LayerOutput& value) { return rank_of(value) == 4 && is_number_with_elements(value); });
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  value.shape[2] = Size::exactly(random.between(1, 3));
  value.shape[3] = Size::exactly(random.between(1, 3));
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  value.range = value.range.joined_with({0, 0});
  const Shape shape = {a->shape[0].least, value.shape[2].least, value.shape[3].least, 2};
  const LayerOutput grid = random_constant(scope, ElementType::kF32, shape, {-2, 2});
  const std::vector<std::string> outsides = {"zeros", "border", "reflection"};
  touch_rule(scope, "OP-42");
  return add_operation(scope, "GridSample", 9,
                       {{"mode", "nearest"},
                        {"padding_mode", random.one_of(outsides)},
                        {"align_corners", random.chance(50) ? "true" : "false"}},
                       {*a, grid}, value);
}

}  // namespace

std::optional<LayerOutput> add_resampling(Scope& scope) {
  // A grid decides about a rule, so it needs a model that may be disputed.
  const bool grid = scope.builder.disputed && scope.builder.random.chance(50);
  return grid ? add_grid_sample(scope) : add_interpolate(scope);
}

}  // namespace backedge::generate
