#include "conformance/generate/rows.h"

#include <algorithm>

#include "conformance/generate/indexed.h"
#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

bool is_table(const LayerOutput& value) { return is_number_with_elements(value) && !value.wild; }

// A part of one axis, forward or backward.
std::optional<LayerOutput> add_slice_scatter(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_number_with_elements);
  if (!a) return std::nullopt;
  Shape shape = shape_of(a->shape);
  const int64_t axis = random.below(shape.rank()), size = shape[axis], step = random.between(1, 2);
  const bool backward = random.chance(40);
  const int64_t count = random.between(0, (size - 1) / step + 1);
  const int64_t first = random.between(0, size - 1 - std::max<int64_t>(count - 1, 0) * step);
  const int64_t last = first + (count - 1) * step;
  std::vector<int64_t> lists[] = {{first}, {count == 0 ? first : last + 1}, {step}, {axis}};
  if (backward && count > 0) {
    lists[0] = {last};
    lists[1] = {first == 0 ? -size - 1 : first - 1};
    lists[2] = {-step};
  }
  lists[3] = {written_axis(random, axis, shape.rank())};
  shape[axis] = count;
  const Interval range = random_range(random, a->type);
  LayerOutput value = *a;
  value.range = a->range.joined_with(range);
  std::vector<LayerOutput> inputs = {*a, random_constant(scope, a->type, shape, range)};
  for (const std::vector<int64_t>& list : lists) inputs.push_back(add_numbers(scope, list));
  return add_operation(scope, "SliceScatter", 15, {}, inputs, value);
}

// Ids in ascending order; without gaps they count all bags.
std::vector<int64_t> ascending_ids(Random& random, int64_t count, bool gaps) {
  std::vector<int64_t> ids;
  int64_t id = gaps ? random.below(2) : 0;
  for (int64_t k = 0; k < count; ++k) {
    if (k > 0) id += random.below(gaps ? 3 : 2);
    ids.push_back(id);
  }
  return ids;
}

std::optional<LayerOutput> add_segment_max(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_table);
  if (!a) return std::nullopt;
  const bool zero = random.chance(60);
  const int64_t rows = a->shape[0].least;
  const std::vector<int64_t> ids = ascending_ids(random, rows, zero);
  int64_t segments = ids.back() + 1;
  std::vector<LayerOutput> inputs = {*a, add_indices(scope, {rows}, ids)};
  if (random.chance(50)) {
    segments = random.between(1, zero ? segments + 2 : segments);
    inputs.push_back(add_number(scope, segments));
  }
  LayerOutput value = *a;
  if (zero) value.range = a->range.joined_with({0, 0});
  value.shape[0] = Size::exactly(segments);
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  return add_operation(scope, "SegmentMax", 16, {{"fill_mode", zero ? "ZERO" : "LOWEST"}}, inputs, value);
}

// The operands of an operation that reduces rows of a table in bags.
struct Bags {
  std::vector<LayerOutput> inputs;
  Shape indices;
  int64_t bags = 0, most = 0;  // the number of bags; the most rows in one
};

Bags bags_of_rows(Scope& scope, const LayerOutput& table) {
  Random& random = scope.builder.random;
  Bags made{.indices = {random.between(1, 3), random.between(1, 3)}};
  made.bags = made.indices[0];
  made.most = made.indices[1];
  made.inputs = {table};
  return made;
}

Bags bags_of_list(Scope& scope, const LayerOutput& table) {
  Random& random = scope.builder.random;
  Bags made{.indices = {random.between(1, 4)}};
  made.most = made.indices[0];
  made.inputs = {table};
  return made;
}

void add_row_indices(Scope& scope, Bags& bags) {
  std::vector<int64_t> indices;
  for (int64_t left = bags.indices.count(); left > 0; --left)
    indices.push_back(scope.builder.random.below(bags.inputs[0].shape[0].least));
  bags.inputs.push_back(add_indices(scope, bags.indices, indices));
}

// Whether the sums of the bags stay exact. Products of reals are not -0.
std::optional<Interval> range_of_sums(const LayerOutput& table, int64_t most, bool weighted) {
  const int64_t bound = most * std::max(-table.range.low, table.range.high) * (weighted ? 2 : 1);
  const bool is_signed = table.range.low < 0 || (weighted && exact_interval(table.type).low < 0);
  const Interval range = {is_signed ? -bound : 0, bound};
  return exact_interval(table.type).holds(range) ? std::optional(range) : std::nullopt;
}

Interval range_of_weights(ElementType type) {
  return is_real(type) ? Interval{1, 2} : Interval{std::max<int64_t>(exact_interval(type).low, -2), 2};
}

std::optional<LayerOutput> add_bags(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_table);
  if (!a) return std::nullopt;
  const int64_t which = random.below(3);  // by offsets, by rows, by segments
  Bags bags = which == 1 ? bags_of_rows(scope, *a) : bags_of_list(scope, *a);
  const bool has_default = which != 1 && random.chance(60);
  const bool weighted = (has_default || which == 1) && random.chance(50);
  const bool newest = which != 2 && random.chance(50);
  const bool mean = newest && !weighted && is_integer(a->type) && random.chance(40);
  const auto range = range_of_sums(*a, bags.most, weighted);
  if (!range) return std::nullopt;
  add_row_indices(scope, bags);
  if (which == 0) {
    std::vector<int64_t> offsets = {0};
    for (int64_t left = random.below(3); left > 0; --left)
      offsets.push_back(random.between(offsets.back(), bags.indices[0] - 1));
    bags.bags = std::ssize(offsets);
    bags.inputs.push_back(add_numbers(scope, offsets));
  } else if (which == 2) {
    const std::vector<int64_t> ids = ascending_ids(random, bags.indices[0], true);
    bags.bags = ids.back() + 1 + random.below(2);
    bags.inputs.push_back(add_numbers(scope, ids));
    bags.inputs.push_back(add_number(scope, bags.bags));
  }
  if (has_default) bags.inputs.push_back(add_number(scope, random.below(a->shape[0].least)));
  if (weighted)
    bags.inputs.push_back(random_constant(scope, a->type, bags.indices, range_of_weights(a->type)));
  LayerOutput value = *a;
  value.range = range->joined_with(a->range).joined_with({0, 0});
  value.shape[0] = Size::exactly(bags.bags);
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  std::vector<openvino::Attribute> attributes;
  if (newest) attributes.push_back({"reduction", mean ? "mean" : "sum"});
  const std::string name = which == 2   ? "EmbeddingSegments"
                           : which == 1 ? "EmbeddingBagPacked"
                                        : "EmbeddingBagOffsets";
  const LayerOutput sums =
      add_operation(scope, newest ? name : name + "Sum", newest ? 15 : 3, attributes, bags.inputs, value);
  if (mean) touch_rule(scope, "OP-33");
  return sums;
}

// The elements of a list, each at another place of a matrix.
std::optional<LayerOutput> add_sparse_rows(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) {
    return is_number_with_elements(value) && value.shape.size() == 1 && value.shape[0].least <= 6;
  });
  if (!a) return std::nullopt;
  const int64_t count = a->shape[0].least, rows = random.between(1, 5), columns = random.between(2, 6);
  std::vector<int64_t> places, indices;
  for (int64_t place = 0; place < rows * columns; ++place) places.push_back(place);
  random.shuffle(places);
  if (std::ssize(places) < count) return std::nullopt;
  std::vector<bool> has_element(static_cast<size_t>(rows));
  for (int64_t k = 0; k < count; ++k) {
    const int64_t place = places[static_cast<size_t>(k)];
    has_element[static_cast<size_t>(place / columns)] = true;
    indices.insert(indices.end(), {place / columns, place % columns});
  }
  const int64_t filled = count + std::count(has_element.begin(), has_element.end(), false);
  const Interval number = {3, 3};
  const std::vector<int64_t> dense_shape = {rows, columns};
  const LayerOutput sizes = add_numbers(scope, dense_shape);
  const LayerOutput at = add_indices(scope, {count, 2}, indices);
  add_operation(scope, "SparseFillEmptyRows", 16, {},
                {*a, sizes, at, random_constant(scope, a->type, {}, number)},
                {.type = ElementType::kI64,
                 .shape = {Size::exactly(filled), Size::exactly(2)},
                 .range = {0, std::max(rows, columns) - 1}});
  LayerOutput values = *a;
  values.shape = {Size::exactly(filled)};
  values.range = a->range.joined_with(number);
  values = add_output(scope, values);
  scope.values.push_back(
      add_output(scope, {.type = ElementType::kBoolean, .shape = {Size::exactly(rows)}, .range = {0, 1}}));
  return values;
}

}  // namespace

std::optional<LayerOutput> add_rows(Scope& scope) {
  using Maker = std::optional<LayerOutput> (*)(Scope&);
  static constexpr Maker kMakers[] = {add_slice_scatter, add_segment_max, add_bags, add_bags,
                                      add_sparse_rows};
  return kMakers[scope.builder.random.below(std::size(kMakers))](scope);
}

}  // namespace backedge::generate
