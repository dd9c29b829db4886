#include "conformance/generate/indexed.h"

#include <numeric>

#include "conformance/generate/number_rules.h"
#include "interpreter/elements/lines.h"

namespace backedge::generate {
namespace {

// The positions of an axis in any order, some of them counted from the end.
std::vector<int64_t> shuffled_positions(Random& random, int64_t size, bool from_end) {
  std::vector<int64_t> positions(static_cast<size_t>(size));
  std::iota(positions.begin(), positions.end(), 0);
  random.shuffle(positions);
  if (from_end && random.chance(30)) positions[0] -= size;
  return positions;
}

std::optional<LayerOutput> add_gather_elements(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, has_known_elements);
  if (!a) return std::nullopt;
  Shape shape = shape_of(a->shape);
  const int64_t axis = random.below(shape.rank()), size = shape[axis];
  shape[axis] = random.between(1, 3);
  if (shape.count() > kMostElements) return std::nullopt;
  std::vector<int64_t> indices;
  for (int64_t left = shape.count(); left > 0; --left) indices.push_back(random.below(size));
  LayerOutput value = *a;
  value.shape = sizes_of(shape);
  const int64_t written = written_axis(random, axis, shape.rank());
  return add_operation(scope, "GatherElements", 6, {{"axis", std::to_string(written)}},
                       {*a, add_indices(scope, shape, indices)}, value);
}

std::optional<LayerOutput> add_gather_nd(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, has_known_elements);
  if (!a) return std::nullopt;
  const Shape shape = shape_of(a->shape);
  const int64_t batch_dims = shape.rank() > 1 && random.chance(40) ? 1 : 0;
  const int64_t length = random.between(1, shape.rank() - batch_dims), tuples = random.between(1, 3);
  Shape of_indices, result;
  if (batch_dims == 1) of_indices.push_back(shape[0]);
  of_indices.push_back(tuples);
  result = of_indices;
  of_indices.push_back(length);
  for (int64_t k = batch_dims + length; k < shape.rank(); ++k) result.push_back(shape[k]);
  if (result.count() > kMostElements) return std::nullopt;
  std::vector<int64_t> indices;
  for (int64_t k = 0; k < of_indices.count(); ++k)
    indices.push_back(random.below(shape[batch_dims + k % length]));
  LayerOutput value = *a;
  value.shape = sizes_of(result);
  return add_operation(scope, "GatherND", random.chance(50) ? 5 : 8,
                       {{"batch_dims", std::to_string(batch_dims)}},
                       {*a, add_indices(scope, of_indices, indices)}, value);
}

// How an update changes an element, and the numbers that it may give.
struct Update {
  std::string reduction = "none";
  Interval range;
};

std::optional<Update> pick_update(Scope& scope, const LayerOutput& a, Interval by, bool reduces,
                                  bool takes_mean) {
  Update update{.range = a.range.joined_with(by)};
  if (!reduces || a.wild || a.type == ElementType::kBoolean) return update;
  std::vector<std::string> reductions = {"none", "sum", "sum", "min", "max"};
  if (takes_mean && is_integer(a.type)) reductions.emplace_back("mean");
  update.reduction = scope.builder.random.one_of(reductions);
  const Interval sum = {a.range.low + by.low, a.range.high + by.high};
  if (update.reduction == "sum") update.range = update.range.joined_with(sum);
  const bool adds = update.reduction == "sum" || update.reduction == "mean";
  if (adds && !exact_interval(a.type).holds(sum)) return std::nullopt;
  if (update.reduction == "mean") touch_rule(scope, "OP-13");
  return update;
}

std::vector<openvino::Attribute> written(const Update& update, bool reduces) {
  if (!reduces) return {};
  return {{"reduction", update.reduction}};
}

std::optional<LayerOutput> add_scatter_elements(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_number_with_elements);
  if (!a) return std::nullopt;
  const bool newest = random.chance(60);
  Shape shape = shape_of(a->shape);
  const int64_t axis = random.below(shape.rank());
  const std::vector<int64_t> positions = shuffled_positions(random, shape[axis], newest);
  shape[axis] = random.between(1, shape[axis]);
  const Lines lines = lines_along(shape, axis);
  std::vector<int64_t> indices;
  for (int64_t k = 0; k < shape.count(); ++k)
    indices.push_back(positions[static_cast<size_t>(k / lines.inner % lines.along)]);
  const Interval range = random_range(random, a->type);
  const auto update = pick_update(scope, *a, range, newest, true);
  if (!update) return std::nullopt;
  LayerOutput value = *a;
  value.range = update->range;
  const LayerOutput from = add_indices(scope, shape, indices);
  const LayerOutput updates = random_constant(scope, a->type, shape, range);
  return add_operation(scope, "ScatterElementsUpdate", newest ? 12 : 3, written(*update, newest),
                       {*a, from, updates, add_number(scope, axis)}, value);
}

std::optional<LayerOutput> add_scatter_nd(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_number_with_elements);
  if (!a) return std::nullopt;
  const bool newest = random.chance(60);
  Shape shape = shape_of(a->shape);
  std::vector<int64_t> indices = shuffled_positions(random, shape[0], newest);
  shape[0] = random.between(1, shape[0]);
  indices.resize(static_cast<size_t>(shape[0]));
  const Interval range = random_range(random, a->type);
  const auto update = pick_update(scope, *a, range, newest, false);
  if (!update) return std::nullopt;
  LayerOutput value = *a;
  value.range = update->range;
  const LayerOutput from = add_indices(scope, {shape[0], 1}, indices);
  return add_operation(scope, "ScatterNDUpdate", newest ? 15 : 4, written(*update, newest),
                       {*a, from, random_constant(scope, a->type, shape, range)}, value);
}

}  // namespace

LayerOutput add_indices(Scope& scope, const Shape& shape, const std::vector<int64_t>& indices) {
  return add_constant(scope, Tensor::of<int64_t>(shape, std::span<const int64_t>(indices)), {});
}

std::optional<LayerOutput> add_indexed(Scope& scope) {
  using Maker = std::optional<LayerOutput> (*)(Scope&);
  static constexpr Maker kMakers[] = {add_gather_elements, add_gather_nd, add_scatter_elements,
                                      add_scatter_nd};
  return kMakers[scope.builder.random.below(std::size(kMakers))](scope);
}

}  // namespace backedge::generate
