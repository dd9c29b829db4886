#include "conformance/generate/searches.h"

#include <algorithm>

#include "conformance/generate/detections.h"
#include "conformance/generate/indexed.h"
#include "conformance/generate/number_rules.h"
#include "interpreter/elements/convert_element.h"

namespace backedge::generate {
namespace {

// The numbers of a value and one more at each end, if both types hold them.
Interval around(const LayerOutput& value, ElementType type) {
  const Interval own = exact_interval(value.type), other = exact_interval(type);
  return {std::max({value.range.low - 1, own.low, other.low}),
          std::min({value.range.high + 1, own.high, other.high})};
}

std::vector<int64_t> ascending_numbers(Random& random, Interval range, int64_t count) {
  std::vector<int64_t> numbers;
  for (; count > 0; --count) numbers.push_back(random.between(range.low, range.high));
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

LayerOutput add_list(Scope& scope, ElementType type, const Shape& shape,
                     const std::vector<int64_t>& numbers) {
  Tensor tensor = Tensor::zeros(type, shape);
  dispatch(type, [&]<class T>(TypeTag<T>) {
    std::transform(numbers.begin(), numbers.end(), tensor.writable<T>(),
                   [](int64_t number) { return numbers::convert<T>(number); });
  });
  return add_constant(scope, tensor, {});
}

std::optional<LayerOutput> add_search_sorted(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_exact_number);
  if (!a) return std::nullopt;
  const int64_t length = random.between(1, 5);
  const Interval range = around(*a, a->type);
  Shape shape;
  std::vector<int64_t> numbers;
  if (is_known(a->shape) && rank_of(*a) > 1 && random.chance(50)) {
    shape = shape_of(a->shape);
    shape[shape.rank() - 1] = 1;
  }
  for (int64_t left = shape.count(); left > 0; --left) {
    const std::vector<int64_t> list = ascending_numbers(random, range, length);
    numbers.insert(numbers.end(), list.begin(), list.end());
  }
  if (std::ssize(numbers) > kMostElements) return std::nullopt;
  if (shape.rank() == 0) shape.push_back(1);
  shape[shape.rank() - 1] = length;
  const bool right = random.chance(50);
  const LayerOutput lists = add_list(scope, a->type, shape, numbers);
  return add_operation(scope, "SearchSorted", 15, {{"right_mode", right ? "true" : "false"}}, {lists, *a},
                       {.type = ElementType::kI64, .shape = a->shape, .range = {0, length}});
}

std::optional<LayerOutput> add_bucketize(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const auto a = pick(scope, is_exact_number);
  if (!a) return std::nullopt;
  const ElementType type = random.one_of(std::vector<ElementType>{a->type, a->type, a->type, kI32, kF32});
  std::vector<int64_t> boundaries = ascending_numbers(random, around(*a, type), random.between(0, 5));
  boundaries.erase(std::unique(boundaries.begin(), boundaries.end()), boundaries.end());
  const int64_t count = std::ssize(boundaries);
  const ElementType output = random.chance(50) ? kI32 : kI64;
  const bool right = random.chance(50);
  const LayerOutput list = add_list(scope, type, {count}, boundaries);
  return add_operation(
      scope, "Bucketize", 3,
      {{"output_type", std::string(name_of(output))}, {"with_right_bound", right ? "true" : "false"}},
      {*a, list}, {.type = output, .shape = a->shape, .range = {0, count}});
}

// The number of each element or slice, because how many are different is not known.
std::optional<LayerOutput> add_unique(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const auto a =
      pick(scope, [](const LayerOutput& value) { return has_known_elements(value) && !value.wild; });
  if (!a) return std::nullopt;
  const bool sorted = random.chance(50), sliced = random.chance(40);
  const int64_t axis = random.below(rank_of(*a));
  const int64_t count = sliced ? a->shape[static_cast<size_t>(axis)].least : most_elements(a->shape);
  const ElementType type = random.chance(50) ? kI32 : kI64;
  std::vector<LayerOutput> inputs = {*a};
  if (sliced) inputs.push_back(add_number(scope, written_axis(random, axis, rank_of(*a))));
  const Size different = new_size(scope.builder, 1, count);
  LayerOutput values = *a;
  if (sliced) {
    values.shape[static_cast<size_t>(axis)] = different;
  } else {
    values.shape = {different};
  }
  const LayerOutput list{.type = type, .shape = {different}, .range = {0, count - 1}};
  LayerOutput which = list;
  which.shape = {Size::exactly(count)};
  add_operation(scope, "Unique", 10,
                {{"sorted", sorted ? "true" : "false"}, {"index_element_type", std::string(name_of(type))}},
                inputs, values);
  if (sorted && sliced) touch_rule(scope, "OP-29");
  add_output(scope, list);
  which = add_output(scope, which);
  add_output(scope, {.type = kI64, .shape = {different}, .range = {1, count}});
  return which;
}

// Sequences of which each step has another element for each class.
std::optional<LayerOutput> add_ctc(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const bool masked = random.chance(50);
  const int64_t sequences = random.between(1, 2), steps = random.between(1, 4),
                classes = random.between(2, 4);
  std::vector<int64_t> elements, lengths, mask;
  for (int64_t left = steps * sequences; left > 0; --left) {
    std::vector<int64_t> step;
    for (int64_t c = 0; c < classes; ++c) step.push_back(c);
    random.shuffle(step);
    elements.insert(elements.end(), step.begin(), step.end());
  }
  for (int64_t n = 0; n < sequences; ++n) lengths.push_back(random.between(0, steps));
  for (int64_t k = 0; k < steps * sequences; ++k)
    mask.push_back(k / sequences < lengths[static_cast<size_t>(k % sequences)] ? 1 : 0);
  const ElementType type = random.one_of(std::vector<ElementType>{kF32, kF32, kF16, kF64});
  const Shape shape = masked ? Shape{steps, sequences, classes} : Shape{sequences, steps, classes};
  const LayerOutput data = add_list(scope, type, shape, elements);
  const std::string merges = random.chance(50) ? "true" : "false";
  LayerOutput value{.type = kI32, .shape = {Size::exactly(sequences), Size::exactly(steps)}};
  value.range = {-1, classes - 1};
  if (masked) {
    value.type = type;
    value.shape.insert(value.shape.end(), 2, Size::exactly(1));
    return add_operation(scope, "CTCGreedyDecoder", 1, {{"ctc_merge_repeated", merges}},
                         {data, add_list(scope, type, {steps, sequences}, mask)}, value);
  }
  std::vector<LayerOutput> inputs = {data, add_list(scope, kI32, {sequences}, lengths)};
  if (random.chance(50)) inputs.push_back(add_list(scope, kI32, {}, {random.below(classes)}));
  value = add_operation(scope, "CTCGreedyDecoderSeqLen", 6, {{"merge_repeated", merges}}, inputs, value);
  scope.values.push_back(
      add_output(scope, {.type = kI32, .shape = {Size::exactly(sequences)}, .range = {0, steps}}));
  return value;
}

}  // namespace

std::optional<LayerOutput> add_search(Scope& scope) {
  using Maker = std::optional<LayerOutput> (*)(Scope&);
  static constexpr Maker kMakers[] = {add_search_sorted, add_bucketize, add_unique, add_ctc, add_detection};
  return kMakers[scope.builder.random.below(std::size(kMakers))](scope);
}

}  // namespace backedge::generate
