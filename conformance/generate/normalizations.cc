#include "conformance/generate/normalizations.h"

#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

using Attributes = std::vector<openvino::Attribute>;

// A sum, a root or a mean along one axis.
LayerOutput add_along(Scope& scope, const LayerOutput& a) {
  Random& random = scope.builder.random;
  const int64_t axis = random.below(rank_of(a));
  const LayerOutput axes = add_numbers(scope, std::vector<int64_t>{written_axis(random, axis, rank_of(a))});
  LayerOutput value = any_bits_like(a);
  const auto one_of = [&](const std::vector<std::string>& words) { return random.one_of(words); };
  switch (random.below(4)) {
    case 0: {
      value.shape[static_cast<size_t>(axis)] = Size::exactly(1);
      return add_operation(scope, one_of({"ReduceL1", "ReduceL2"}), 4, {{"keep_dims", "true"}}, {a, axes},
                           value);
    }
    case 1: {
      const Attributes attributes = {{"eps", "1"}, {"eps_mode", one_of({"add", "max"})}};
      return add_operation(scope, "NormalizeL2", 1, attributes, {a, axes}, value);
    }
    case 2: {
      const Attributes attributes = {{"alpha", "3"}, {"beta", "1"}, {"bias", "1"}, {"size", "3"}};
      return add_operation(scope, "LRN", 1, attributes, {a, axes}, value);
    }
    default: {
      const Attributes attributes = {{"normalize_variance", one_of({"true", "false"})},
                                     {"eps", "0.5"},
                                     {"eps_mode", one_of({"inside_sqrt", "outside_sqrt"})}};
      touch_rule(scope, "OP-25");
      return add_operation(scope, "MVN", 6, attributes, {a, axes}, value);
    }
  }
}

// A normalization whose axes depend on the channels, which are axis 1.
LayerOutput add_by_channel(Scope& scope, const LayerOutput& a) {
  Random& random = scope.builder.random;
  const int64_t channels = a.shape[1].least;
  const LayerOutput value = any_bits_like(a);
  const auto parameter = [&](int64_t low, int64_t high) {
    return random_constant(scope, a.type, {channels}, {low, high});
  };
  switch (random.below(6)) {
    case 0:
    case 1:
    case 2: {  // two versions, which few values fit
      const LayerOutput gamma = parameter(-2, 2), beta = parameter(-2, 2), mean = parameter(-2, 2);
      const LayerOutput variance = parameter(0, 4);
      if (random.chance(25)) {
        return add_operation(scope, "BatchNormInference", 5, {{"epsilon", "0.25"}},
                             {a, gamma, beta, mean, variance}, value);
      }
      touch_rule(scope, "OP-27");
      return add_operation(scope, "BatchNormInference", 1, {{"epsilon", "0.25"}},
                           {gamma, beta, a, mean, variance}, value);
    }
    case 3: {
      const LayerOutput scale = parameter(-2, 2), bias = parameter(-2, 2);
      const Attributes attributes = {{"num_groups", std::to_string(random.chance(50) ? channels : 1)},
                                     {"epsilon", "0.25"}};
      return add_operation(scope, "GroupNormalization", 12, attributes, {a, scale, bias}, value);
    }
    case 4:
      return add_operation(scope, "GRN", 1, {{"bias", "2"}}, {a}, value);
    default: {
      const Attributes attributes = {{"across_channels", random.chance(50) ? "true" : "false"},
                                     {"normalize_variance", "true"},
                                     {"eps", "0.5"}};
      touch_rule(scope, "OP-25");
      return add_operation(scope, "MVN", 1, attributes, {a}, value);
    }
  }
}

// Attention of the value to a constant key.
LayerOutput add_attention(Scope& scope, const LayerOutput& query) {
  Random& random = scope.builder.random;
  Shape key = shape_of(query.shape), value = key;
  const int64_t rank = key.rank(), width = random.between(1, 3);
  key[rank - 2] = value[rank - 2] = random.between(1, 3);
  value[rank - 1] = width;
  std::vector<LayerOutput> inputs = {query, small_constant(scope, query.type, key),
                                     small_constant(scope, query.type, value)};
  if (random.chance(50)) {
    const Shape mask = {1, shape_of(query.shape)[rank - 2], key[rank - 2]};
    const ElementType type = random.chance(50) ? ElementType::kBoolean : query.type;
    inputs.push_back(random_constant(scope, type, mask, {0, 1}));
  }
  LayerOutput output = any_bits_like(query);
  output.shape.back() = Size::exactly(width);
  touch_rule(scope, "OP-34");
  return add_operation(scope, "ScaledDotProductAttention", 13,
                       {{"causal", random.chance(30) ? "true" : "false"}}, inputs, output);
}

}  // namespace

std::optional<LayerOutput> add_normalization(Scope& scope) {
  const auto a =
      pick(scope, [](const LayerOutput& value) { return is_real(value.type) && has_known_elements(value); });
  if (!a) return std::nullopt;
  touch_rule(scope, "NUM-6");
  if (a->shape.size() >= 3 && scope.builder.random.chance(60)) return add_attention(scope, *a);
  const bool has_channels = a->shape.size() >= 2 && a->shape.size() <= 4;
  return has_channels && scope.builder.random.chance(75) ? add_by_channel(scope, *a) : add_along(scope, *a);
}

}  // namespace backedge::generate
