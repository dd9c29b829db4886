#include "conformance/generate/movements.h"

#include <numeric>

#include "conformance/generate/sequences.h"

namespace backedge::generate {
namespace {

std::optional<LayerOutput> add_concat(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, has_axis);
  if (!a) return std::nullopt;
  const auto axis = static_cast<size_t>(random.below(rank_of(*a)));
  const auto joins = [&](const LayerOutput& b) {
    if (b.type != a->type || b.wild != a->wild || b.shape.size() != a->shape.size()) return false;
    for (size_t k = 0; k < b.shape.size(); ++k) {
      if (k != axis && b.shape[k] != a->shape[k]) return false;
    }
    return most_elements(a->shape) + most_elements(b.shape) <= kMostElements;
  };
  const auto b = pick(scope, joins);
  if (!b) return std::nullopt;
  LayerOutput value = *a;
  Size& size = value.shape[axis];
  const Size other = b->shape[axis];
  if (size.known() && other.known()) {
    size = Size::exactly(size.least + other.least);
  } else {
    size = new_size(scope.builder, size.least + other.least, size.most + other.most);
  }
  value.range = a->range.joined_with(b->range);
  const int64_t written = written_axis(random, static_cast<int64_t>(axis), rank_of(*a));
  return add_operation(scope, "Concat", 1, {{"axis", std::to_string(written)}}, {*a, *b}, value);
}

std::optional<LayerOutput> add_slice(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a =
      pick(scope, [](const LayerOutput& value) { return has_axis(value) && is_known(value.shape); });
  if (!a) return std::nullopt;
  const int64_t axis = random.below(rank_of(*a));
  LayerOutput value = *a;
  Size& size = value.shape[static_cast<size_t>(axis)];
  if (size.least == 0) return std::nullopt;
  const int64_t start = random.below(size.least);
  const int64_t stop = random.between(start + 1, size.least);
  const int64_t step = random.between(1, 2);
  const std::vector<int64_t> starts = {start}, stops = {stop}, steps = {step},
                             axes = {written_axis(random, axis, rank_of(*a))};
  size = Size::exactly((stop - start + step - 1) / step);
  std::vector<LayerOutput> inputs = {*a};
  for (const auto* numbers : {&starts, &stops, &steps, &axes}) inputs.push_back(add_numbers(scope, *numbers));
  return add_operation(scope, "Slice", 8, {}, inputs, value);
}

std::optional<LayerOutput> add_transpose(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput& value) { return value.shape.size() > 1; });
  if (!a) return std::nullopt;
  std::vector<int64_t> order(a->shape.size());
  std::iota(order.begin(), order.end(), 0);
  scope.builder.random.shuffle(order);
  LayerOutput value = *a;
  for (size_t k = 0; k < order.size(); ++k) value.shape[k] = a->shape[static_cast<size_t>(order[k])];
  return add_operation(scope, "Transpose", 1, {}, {*a, add_numbers(scope, order)}, value);
}

// Flattens a value, or merges two neighbouring dimensions.
std::optional<LayerOutput> add_reshape(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) { return is_known(value.shape); });
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  std::vector<int64_t> target;
  if (a->shape.size() > 1 && random.chance(60)) {
    const auto at = static_cast<size_t>(random.below(rank_of(*a) - 1));
    value.shape[at] = Size::exactly(value.shape[at].least * value.shape[at + 1].least);
    value.shape.erase(value.shape.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  } else {
    int64_t count = 1;
    for (const Size& size : a->shape) count *= size.least;
    value.shape = {Size::exactly(count)};
    if (random.chance(30) && a->shape.size() < kMostRank) value.shape.push_back(Size::exactly(1));
  }
  for (const Size& size : value.shape) target.push_back(size.least);
  return add_operation(scope, "Reshape", 1, {{"special_zero", "false"}}, {*a, add_numbers(scope, target)},
                       value);
}

std::optional<LayerOutput> add_gather(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, has_axis);
  if (!a) return std::nullopt;
  const int64_t axis = random.below(rank_of(*a));
  LayerOutput value = *a;
  Size& size = value.shape[static_cast<size_t>(axis)];
  if (size.least == 0) return std::nullopt;
  std::vector<int64_t> indices;
  for (int64_t left = random.between(1, 4); left > 0; --left) indices.push_back(random.below(size.least));
  const bool from_end = size.known() && random.chance(30);
  if (from_end) indices[0] -= size.least;
  size = Size::exactly(std::ssize(indices));
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  const LayerOutput from = add_numbers(scope, indices);
  const LayerOutput along = add_number(scope, written_axis(random, axis, rank_of(*a)));
  const int64_t version = from_end ? 8 : random.one_of(std::vector<int64_t>{1, 7, 8});
  std::vector<openvino::Attribute> attributes;
  if (version > 1) attributes.push_back({"batch_dims", "0"});
  return add_operation(scope, "Gather", version, attributes, {*a, from, along}, value);
}

std::optional<LayerOutput> add_unsqueeze(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput& value) { return value.shape.size() < kMostRank; });
  if (!a) return std::nullopt;
  const std::vector<int64_t> axes = {scope.builder.random.between(0, rank_of(*a))};
  LayerOutput value = *a;
  value.shape.insert(value.shape.begin() + axes[0], Size::exactly(1));
  return add_operation(scope, "Unsqueeze", 1, {}, {*a, add_numbers(scope, axes)}, value);
}

std::optional<LayerOutput> add_squeeze(Scope& scope) {
  const auto is_one = [](const Size& size) { return size == Size::exactly(1); };
  const auto a = pick(scope, [&](const LayerOutput& value) {
    return std::any_of(value.shape.begin(), value.shape.end(), is_one);
  });
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  const auto at = std::find_if(value.shape.begin(), value.shape.end(), is_one);
  const std::vector<int64_t> axes = {at - value.shape.begin()};
  value.shape.erase(at);
  const int64_t version = scope.builder.random.chance(70) ? 1 : 15;
  return add_operation(scope, "Squeeze", version, {}, {*a, add_numbers(scope, axes)}, value);
}

// Splits a value into two halves. The second one becomes a value too.
std::optional<LayerOutput> add_split(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput& value) {
    return has_axis(value) && value.shape[0].known() && value.shape[0].least > 0 &&
           value.shape[0].least % 2 == 0;
  });
  if (!a) return std::nullopt;
  LayerOutput half = *a;
  half.shape[0] = Size::exactly(a->shape[0].least / 2);
  half = add_operation(scope, "Split", 1, {{"num_splits", "2"}}, {*a, add_number(scope, 0)}, half);
  scope.values.push_back(add_output(scope, half));
  return half;
}

std::optional<LayerOutput> add_broadcast(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput& value) {
    return value.shape.size() < kMostRank && is_known(value.shape);
  });
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  value.shape.insert(value.shape.begin(), Size::exactly(scope.builder.random.between(1, 3)));
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  std::vector<int64_t> target;
  for (const Size& size : value.shape) target.push_back(size.least);
  const int64_t version = scope.builder.random.chance(70) ? 3 : 1;
  return add_operation(scope, "Broadcast", version, {{"mode", "numpy"}}, {*a, add_numbers(scope, target)},
                       value);
}

std::optional<LayerOutput> add_shape(Scope& scope) {
  const auto a = pick(scope, has_axis);
  if (!a) return std::nullopt;
  const ElementType type = scope.builder.random.chance(50) ? ElementType::kI64 : ElementType::kI32;
  LayerOutput value{.type = type, .shape = {Size::exactly(rank_of(*a))}, .range = {INT64_MAX, 0}};
  for (const Size& size : a->shape) value.range = value.range.joined_with({size.least, size.most});
  if (type == ElementType::kI64 && scope.builder.random.chance(50))
    return add_operation(scope, "ShapeOf", 1, {}, {*a}, value);
  return add_operation(scope, "ShapeOf", 3, {{"output_type", std::string(name_of(type))}}, {*a}, value);
}

std::optional<LayerOutput> add_identity(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput&) { return true; });
  return a ? std::optional(add_operation(scope, "Identity", 16, {}, {*a}, *a)) : std::nullopt;
}

std::optional<LayerOutput> add_tile(Scope& scope) {
  const auto a = pick(scope, has_axis);
  if (!a) return std::nullopt;
  const auto axis = static_cast<size_t>(scope.builder.random.below(rank_of(*a)));
  if (!a->shape[axis].known()) return std::nullopt;
  const int64_t times = scope.builder.random.between(1, 3);
  std::vector<int64_t> repeats(a->shape.size(), 1);
  repeats[axis] = times;
  LayerOutput value = *a;
  value.shape[axis] = Size::exactly(a->shape[axis].least * times);
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  return add_operation(scope, "Tile", 1, {}, {*a, add_numbers(scope, repeats)}, value);
}

// Takes a part of axis 0 backward or forward, and shrinks it to one position at times.
std::optional<LayerOutput> add_strided_slice(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) {
    return has_axis(value) && value.shape[0].known() && value.shape[0].least > 0;
  });
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  const int64_t size = a->shape[0].least, begin = random.below(size);
  const int64_t written = random.chance(30) ? begin - size : begin;
  const bool shrinks = random.chance(30), backward = !shrinks && random.chance(40);
  const bool to_edge = !shrinks && !backward && random.chance(30);
  const int64_t end = random.between(begin + 1, size), before_all = -size - 1;
  const std::vector<int64_t> begins = {written},
                             ends = {shrinks    ? written
                                     : backward ? before_all
                                                : end},
                             steps = {backward ? -1 : 1};
  value.shape[0] = Size::exactly(backward ? begin + 1 : (to_edge ? size : end) - begin);
  if (shrinks) value.shape.erase(value.shape.begin());
  return add_operation(scope, "StridedSlice", 1,
                       {{"begin_mask", "0"},
                        {"end_mask", to_edge ? "1" : "0"},
                        {"new_axis_mask", "0"},
                        {"shrink_axis_mask", shrinks ? "1" : "0"},
                        {"ellipsis_mask", "0"}},
                       {*a, add_numbers(scope, begins), add_numbers(scope, ends), add_numbers(scope, steps)},
                       value);
}

// Splits a value into two parts of any sizes. The second one becomes a value too.
std::optional<LayerOutput> add_variadic_split(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a =
      pick(scope, [](const LayerOutput& value) { return has_axis(value) && value.shape[0].known(); });
  if (!a) return std::nullopt;
  const int64_t size = a->shape[0].least, cut = random.between(0, size);
  const std::vector<int64_t> lengths = {cut, random.chance(50) ? -1 : size - cut};
  LayerOutput first = *a, second = *a;
  first.shape[0] = Size::exactly(cut);
  second.shape[0] = Size::exactly(size - cut);
  first = add_operation(
      scope, "VariadicSplit", 1, {},
      {*a, add_number(scope, written_axis(random, 0, rank_of(*a))), add_numbers(scope, lengths)}, first);
  scope.values.push_back(add_output(scope, second));
  return first;
}

// Replaces positions of an axis, each once, by new numbers.
std::optional<LayerOutput> add_scatter(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a =
      pick(scope, [](const LayerOutput& value) { return has_axis(value) && is_known(value.shape); });
  if (!a) return std::nullopt;
  const int64_t axis = random.below(rank_of(*a));
  std::vector<int64_t> indices(static_cast<size_t>(a->shape[static_cast<size_t>(axis)].least));
  std::iota(indices.begin(), indices.end(), 0);
  random.shuffle(indices);
  if (indices.empty()) return std::nullopt;
  indices.resize(static_cast<size_t>(random.between(1, std::ssize(indices))));
  Shape shape;
  for (const Size& size : a->shape) shape.push_back(size.least);
  shape[axis] = std::ssize(indices);
  const Interval range = random_range(random, a->type);
  const LayerOutput updates = random_constant(scope, a->type, shape, range);
  LayerOutput value = *a;
  value.range = a->range.joined_with(range);
  return add_operation(
      scope, "ScatterUpdate", 3, {},
      {*a, add_numbers(scope, indices), updates, add_number(scope, written_axis(random, axis, rank_of(*a)))},
      value);
}

// The values of TopK. Which of equal elements is taken is not documented, so no other layer reads the indices.
std::optional<LayerOutput> add_top_k(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) {
    return has_axis(value) && is_integer(value.type) && !value.wild;
  });
  if (!a) return std::nullopt;
  const int64_t axis = random.below(rank_of(*a));
  LayerOutput value = *a;
  Size& size = value.shape[static_cast<size_t>(axis)];
  if (size.least == 0) return std::nullopt;
  touch_rule(scope, "OP-64");
  const int64_t k = random.between(1, size.least), version = random.one_of(std::vector<int64_t>{1, 3, 11});
  size = Size::exactly(k);
  value = add_operation(scope, "TopK", version,
                        {{"axis", std::to_string(written_axis(random, axis, rank_of(*a)))},
                         {"mode", random.chance(50) ? "max" : "min"},
                         {"sort", "value"},
                         {"index_element_type", "i32"}},
                        {*a, add_number(scope, k)}, value);
  LayerOutput indices = value;
  indices.type = ElementType::kI32;
  add_output(scope, indices);
  return value;
}

}  // namespace

std::optional<LayerOutput> add_movement(Scope& scope) {
  using Maker = std::optional<LayerOutput> (*)(Scope&);
  static constexpr Maker kMakers[] = {
      add_concat,    add_concat,        add_slice,          add_transpose, add_reshape, add_gather,
      add_unsqueeze, add_squeeze,       add_split,          add_broadcast, add_shape,   add_identity,
      add_tile,      add_strided_slice, add_variadic_split, add_scatter,   add_top_k,   add_reverse_sequence};
  return kMakers[scope.builder.random.below(std::size(kMakers))](scope);
}

}  // namespace backedge::generate
