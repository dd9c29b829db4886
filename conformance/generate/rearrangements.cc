#include "conformance/generate/rearrangements.h"

#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

std::optional<LayerOutput> add_pad(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_number_with_elements);
  if (!a) return std::nullopt;
  const std::string mode =
      random.one_of(std::vector<std::string>{"constant", "constant", "edge", "reflect", "symmetric"});
  const bool crops = random.chance(50);
  LayerOutput value = *a;
  std::vector<int64_t> begins, ends;
  for (Size& size : value.shape) {
    const int64_t most = mode == "reflect" ? size.least - 1 : mode == "symmetric" ? size.least : 3;
    const int64_t least = crops ? (1 - size.least) / 2 : 0;  // one element stays
    begins.push_back(random.between(least, std::min<int64_t>(most, 2)));
    ends.push_back(random.between(least, std::min<int64_t>(most, 3)));
    size = Size::exactly(begins.back() + size.least + ends.back());
  }
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  std::vector<LayerOutput> inputs = {*a, add_numbers(scope, begins), add_numbers(scope, ends)};
  if (mode == "constant") {
    Interval filled = {0, 0};
    if (random.chance(60)) {
      const int64_t number = random.between(0, 9);
      filled = {number, number};
      inputs.push_back(random_constant(scope, a->type, {}, filled));
    }
    value.range = a->range.joined_with(filled);
  }
  return add_operation(scope, "Pad", crops ? 12 : 1, {{"pad_mode", mode}}, inputs, value);
}

std::optional<LayerOutput> add_reverse(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, has_axis);
  if (!a) return std::nullopt;
  const int64_t axis = random.below(rank_of(*a));
  if (random.chance(50)) {
    const std::vector<int64_t> axes = {axis};
    return add_operation(scope, "Reverse", 1, {{"mode", "index"}}, {*a, add_numbers(scope, axes)}, *a);
  }
  Tensor mask = Tensor::zeros(ElementType::kBoolean, {rank_of(*a)});
  mask.writable<bool>()[axis] = true;
  return add_operation(scope, "Reverse", 1, {{"mode", "mask"}}, {*a, add_constant(scope, mask, {0, 1})}, *a);
}

std::optional<LayerOutput> add_roll(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, has_axis);
  if (!a) return std::nullopt;
  std::vector<int64_t> shifts, axes;
  for (int64_t left = random.between(1, 2); left > 0; --left) {
    shifts.push_back(random.between(-5, 5));
    axes.push_back(written_axis(random, random.below(rank_of(*a)), rank_of(*a)));
  }
  return add_operation(scope, "Roll", 7, {}, {*a, add_numbers(scope, shifts), add_numbers(scope, axes)}, *a);
}

std::optional<LayerOutput> add_one_hot(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) {
    return (value.type == kI32 || value.type == kI64) && !value.wild && value.shape.size() < kMostRank;
  });
  if (!a) return std::nullopt;
  const int64_t depth = random.between(1, 4), axis = random.below(rank_of(*a) + 1);
  const ElementType type = random.one_of(std::vector<ElementType>{kI32, kF32, kU8});
  const Interval range = {random.between(0, 2), random.between(3, 7)};
  LayerOutput value{.type = type, .shape = a->shape, .range = range};
  value.shape.insert(value.shape.begin() + axis, Size::exactly(depth));
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  if (a->range.low < 0) touch_rule(scope, "OP-17");
  const auto number = [&](ElementType of, int64_t n) { return random_constant(scope, of, {}, {n, n}); };
  const int64_t written = written_axis(random, axis, rank_of(*a) + 1);
  return add_operation(scope, "OneHot", random.chance(80) ? 1 : 16, {{"axis", std::to_string(written)}},
                       {*a, number(a->type, depth), number(type, range.high), number(type, range.low)},
                       value);
}

// The sums of the positions along each axis, because the number of positions is not known.
std::optional<LayerOutput> add_non_zero(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a =
      pick(scope, [](const LayerOutput& value) { return has_known_elements(value) && !value.wild; });
  if (!a) return std::nullopt;
  const ElementType type = random.chance(50) ? ElementType::kI32 : ElementType::kI64;
  const int64_t count = most_elements(a->shape);
  LayerOutput positions{.type = type, .shape = {Size::exactly(rank_of(*a))}};
  for (const Size& size : a->shape) positions.range.high = std::max(positions.range.high, size.least - 1);
  positions.shape.push_back(new_size(scope.builder, 0, count));
  positions =
      add_operation(scope, "NonZero", 3, {{"output_type", std::string(name_of(type))}}, {*a}, positions);
  LayerOutput sums = positions;
  sums.shape.pop_back();
  sums.range.high *= count;
  const std::vector<int64_t> axes = {1};
  return add_operation(scope, "ReduceSum", 1, {{"keep_dims", "false"}}, {positions, add_numbers(scope, axes)},
                       sums);
}

std::optional<LayerOutput> add_gather_tree(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t time = random.between(1, 4), batches = random.between(1, 2), beams = random.between(1, 3);
  const ElementType type = random.chance(70) ? ElementType::kI32 : ElementType::kF32;
  const Shape shape = {time, batches, beams};
  const Interval ids = {0, 9};
  LayerOutput steps = random_constant(scope, type, shape, ids);
  return add_operation(
      scope, "GatherTree", 1, {},
      {steps, random_constant(scope, type, shape, {0, beams - 1}),
       random_constant(scope, type, {batches}, {1, time}), random_constant(scope, type, {}, ids)},
      steps);
}

std::optional<LayerOutput> add_eye(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const int64_t rows = random.between(1, 4), columns = random.between(1, 4);
  const int64_t least = std::min(rows, columns);
  const ElementType type = random.one_of(std::vector<ElementType>{kI32, kI64, kF32, kU8});
  LayerOutput value{.type = type, .shape = {Size::exactly(rows), Size::exactly(columns)}, .range = {0, 1}};
  std::vector<LayerOutput> inputs;
  for (const int64_t number : {rows, columns, random.between(1 - least, least - 1)})
    inputs.push_back(add_number(scope, number));
  if (random.chance(40)) {
    const std::vector<int64_t> batch = {random.between(1, 3)};
    inputs.push_back(add_numbers(scope, batch));
    value.shape.insert(value.shape.begin(), Size::exactly(batch[0]));
  }
  return add_operation(scope, "Eye", 9, {{"output_type", std::string(name_of(type))}}, inputs, value);
}

// Random whole numbers of an interval with one number.
std::optional<LayerOutput> add_random_uniform(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const ElementType type = random.chance(50) ? kI32 : kI64;
  const Shape shape = {random.between(1, 3), random.between(1, 3)};
  const int64_t number = random.between(-9, 9);
  const LayerOutput dims = add_numbers(scope, std::vector<int64_t>{shape[0], shape[1]});
  const LayerOutput min = random_constant(scope, type, {}, {number, number});
  const LayerOutput max = random_constant(scope, type, {}, {number + 1, number + 1});
  return add_operation(scope, "RandomUniform", 8,
                       {{"output_type", std::string(name_of(type))},
                        {"global_seed", std::to_string(random.between(0, 2))},
                        {"op_seed", std::to_string(random.between(0, 2))},
                        {"alignment", random.chance(50) ? "TENSORFLOW" : "PYTORCH"}},
                       {dims, min, max}, {.type = type, .shape = sizes_of(shape), .range = {number, number}});
}

// A new value: few others have a depth and axes that blocks divide.
std::optional<LayerOutput> add_depth_blocks(Scope& scope) {
  Random& random = scope.builder.random;
  const bool to_space = random.chance(50);
  const int64_t size = random.between(1, 2), spatial = random.between(1, 2);
  const int64_t places = spatial == 1 ? size : size * size;
  const int64_t depth = random.between(1, 2);
  Sizes packed = {Size::exactly(random.between(1, 2)), Size::exactly(depth * places)}, space = packed;
  space[1] = Size::exactly(depth);
  for (int64_t axis = 0; axis < spatial; ++axis) {
    const int64_t blocks = random.between(1, 3);
    packed.push_back(Size::exactly(blocks));
    space.push_back(Size::exactly(blocks * size));
  }
  const ElementType type = random_type(random);
  LayerOutput value = fresh_value(scope, type, to_space ? packed : space, random_range(random, type));
  const LayerOutput data = value;
  value.shape = to_space ? space : packed;
  return add_operation(
      scope, to_space ? "DepthToSpace" : "SpaceToDepth", 1,
      {{"block_size", std::to_string(size)}, {"mode", random.chance(50) ? "blocks_first" : "depth_first"}},
      {data}, value);
}

// A new value of rank 4 whose places in blocks become channels.
std::optional<LayerOutput> add_reorg_yolo(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t stride = random.between(1, 2), places = stride * stride,
                channels = places * random.between(1, 2);
  const int64_t rows = random.between(1, 2), columns = random.between(1, 2);
  Sizes shape = {Size::exactly(random.between(1, 2)), Size::exactly(channels), Size::exactly(rows * stride),
                 Size::exactly(columns * stride)};
  const ElementType type = random_type(random);
  LayerOutput value = fresh_value(scope, type, shape, random_range(random, type));
  const LayerOutput data = value;
  value.shape = {shape[0], Size::exactly(channels * places), Size::exactly(rows), Size::exactly(columns)};
  if (stride > 1) touch_rule(scope, "OP-51");
  return add_operation(scope, "ReorgYolo", 2, {{"stride", std::to_string(stride)}}, {data}, value);
}

// A new value of rank 4, without crops and pads, or with them at both ends.
std::optional<LayerOutput> add_batch_blocks(Scope& scope) {
  Random& random = scope.builder.random;
  const bool to_space = random.chance(50);
  std::vector<int64_t> sizes = {1}, begins = {0}, ends = {0};
  Sizes packed = {Size::exactly(random.between(1, 2))}, space = packed;
  for (int64_t axis = 1; axis < 4; ++axis) {
    const int64_t size = random.between(1, 2), blocks = random.between(1, 3);
    const int64_t around = random.between(0, blocks * size - 1);
    sizes.push_back(size);
    begins.push_back(random.between(0, around));
    ends.push_back(around - begins.back());
    packed[0] = Size::exactly(packed[0].least * size);
    packed.push_back(Size::exactly(blocks));
    space.push_back(Size::exactly(blocks * size - around));
  }
  const ElementType type = random_type(random);
  LayerOutput value = fresh_value(scope, type, to_space ? packed : space, random_range(random, type));
  const LayerOutput data = value;
  value.shape = to_space ? space : packed;
  value.range = value.range.joined_with({0, 0});
  return add_operation(
      scope, to_space ? "BatchToSpace" : "SpaceToBatch", 2, {},
      {data, add_numbers(scope, sizes), add_numbers(scope, begins), add_numbers(scope, ends)}, value);
}

std::optional<LayerOutput> add_shuffle_channels(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_number_with_elements);
  if (!a) return std::nullopt;
  const int64_t axis = random.below(rank_of(*a)), size = a->shape[static_cast<size_t>(axis)].least;
  const int64_t group = random.between(1, size);
  return add_operation(scope, "ShuffleChannels", 1,
                       {{"axis", std::to_string(written_axis(random, axis, rank_of(*a)))},
                        {"group", std::to_string(size % group == 0 ? group : size)}},
                       {*a}, *a);
}

}  // namespace

std::optional<LayerOutput> add_rearrangement(Scope& scope) {
  using Maker = std::optional<LayerOutput> (*)(Scope&);
  static constexpr Maker kMakers[] = {
      add_pad,           add_pad, add_reverse,      add_roll,         add_one_hot,          add_non_zero,
      add_gather_tree,   add_eye, add_depth_blocks, add_batch_blocks, add_shuffle_channels, add_reorg_yolo,
      add_random_uniform};
  return kMakers[scope.builder.random.below(std::size(kMakers))](scope);
}

}  // namespace backedge::generate
