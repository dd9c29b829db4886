#include "conformance/generate/add_function.h"

#include "conformance/generate/element_functions.h"
#include "conformance/generate/normalizations.h"
#include "conformance/generate/number_rules.h"
#include "conformance/generate/sequences.h"
#include "conformance/generate/windows.h"

namespace backedge::generate {
namespace {

std::optional<LayerOutput> add_hard_sigmoid(Scope& scope) {
  const auto a = pick(scope, is_real_value);
  if (!a) return std::nullopt;
  touch_rule(scope, "NUM-6");
  const LayerOutput alpha = small_constant(scope, a->type, {}), beta = small_constant(scope, a->type, {});
  return add_operation(scope, "HardSigmoid", 1, {}, {*a, alpha, beta}, any_bits_like(*a));
}

std::optional<LayerOutput> add_power_of_real(Scope& scope) {
  const auto a = pick(scope, is_real_value);
  if (!a) return std::nullopt;
  touch_rule(scope, "NUM-4");
  return add_operation(scope, "Power", 1, {{"auto_broadcast", "numpy"}},
                       {*a, small_constant(scope, a->type, {})}, any_bits_like(*a));
}

std::optional<LayerOutput> add_angle(Scope& scope) {
  const auto a = pick(scope, is_real_value);
  if (!a) return std::nullopt;
  touch_rule(scope, "NUM-4");
  const LayerOutput other = small_constant(scope, a->type, {});
  const bool is_y = scope.builder.random.chance(50);
  return add_operation(scope, "Atan2", 17, {{"auto_broadcast", "numpy"}},
                       {is_y ? *a : other, is_y ? other : *a}, any_bits_like(*a));
}

std::optional<LayerOutput> add_softmax(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) {
    return is_real(value.type) && has_axis(value) && value.shape.back().least > 0;
  });
  if (!a) return std::nullopt;
  touch_rule(scope, "NUM-6");
  const std::string type = random.chance(50) ? "Softmax" : "SoftMax";
  if (random.chance(50)) return add_operation(scope, type, 8, {{"axis", "-1"}}, {*a}, any_bits_like(*a));
  return add_operation(scope, type, 1, {{"axis", std::to_string(rank_of(*a) - 1)}}, {*a}, any_bits_like(*a));
}

std::optional<LayerOutput> add_mean(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) { return is_real(value.type) && has_axis(value); });
  if (!a) return std::nullopt;
  LayerOutput value = *a;
  value.wild = true;
  const int64_t axis = random.below(rank_of(*a));
  value.shape[static_cast<size_t>(axis)] = Size::exactly(1);
  touch_rule(scope, "NUM-3");
  return add_operation(scope, "ReduceMean", 1, {{"keep_dims", "true"}},
                       {*a, add_numbers(scope, std::vector<int64_t>{axis})}, value);
}

// The sigmoids and the softmax of one or two regions.
std::optional<LayerOutput> add_region_yolo(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t regions = random.between(1, 2), classes = random.between(1, 2), coordinates = 4;
  const bool softmax = random.chance(50);
  const int64_t channels = regions * (coordinates + 1 + classes);
  LayerOutput value = fresh_value(scope, ElementType::kF32, sizes_of({1, channels, 2, 1}), {-3, 3});
  const LayerOutput data = value;
  value.wild = true;
  if (softmax) value.shape = sizes_of({1, channels * 2});
  std::vector<openvino::Attribute> attributes = {{"axis", "1"},
                                                 {"end_axis", "3"},
                                                 {"coords", std::to_string(coordinates)},
                                                 {"classes", std::to_string(classes)},
                                                 {"num", std::to_string(regions)},
                                                 {"do_softmax", softmax ? "true" : "false"}};
  if (!softmax) attributes.push_back({"mask", regions == 1 ? "0" : "0,1"});
  touch_rule(scope, "NUM-6");
  return add_operation(scope, "RegionYolo", 1, attributes, {data}, value);
}

// A recurrent cell with constant weights.
std::optional<LayerOutput> add_cell(Scope& scope) {
  Random& random = scope.builder.random;
  const auto x = pick(scope, [](const LayerOutput& value) {
    return is_real(value.type) && value.shape.size() == 2 && value.shape[0].known() &&
           value.shape[1].known() && value.shape[1].least > 0;
  });
  if (!x) return std::nullopt;
  const int64_t batch = x->shape[0].least, features = x->shape[1].least, hidden = random.between(1, 3);
  const std::string type = random.one_of(std::vector<std::string>{"LSTMCell", "GRUCell", "RNNCell"});
  const int64_t gates = type == "LSTMCell" ? 4 : type == "GRUCell" ? 3 : 1;
  std::vector<LayerOutput> inputs = {*x};
  std::vector<Shape> shapes = {
      {batch, hidden}, {gates * hidden, features}, {gates * hidden, hidden}, {gates * hidden}};
  if (type == "LSTMCell") shapes.insert(shapes.begin(), {batch, hidden});
  for (const Shape& shape : shapes) inputs.push_back(small_constant(scope, x->type, shape));
  const int64_t version = type == "RNNCell" ? 1 : type == "GRUCell" ? 3 : random.chance(50) ? 1 : 4;
  LayerOutput value{.type = x->type, .shape = {x->shape[0], Size::exactly(hidden)}, .wild = true};
  touch_rule(scope, "NUM-6");
  value = add_operation(scope, type, version, {{"hidden_size", std::to_string(hidden)}}, inputs, value);
  if (type == "LSTMCell") scope.values.push_back(add_output(scope, value));
  return value;
}

// A quotient by a constant other than 0.
std::optional<LayerOutput> add_quotient(Scope& scope) {
  const auto a = pick(scope, [](const LayerOutput& value) { return value.wild && is_number(value); });
  if (!a) return std::nullopt;
  const bool is_signed = exact_interval(a->type).low < 0;
  const int64_t by = is_signed && scope.builder.random.chance(50) ? -1 : 3;
  touch_number_rules(scope, *a, "Divide");
  return add_operation(scope, "Divide", 1, {{"auto_broadcast", "numpy"}},
                       {*a, random_constant(scope, a->type, {}, {by, by})}, *a);
}

}  // namespace

std::optional<LayerOutput> add_function(Scope& scope) {
  if (scope.builder.random.chance(60)) return add_element_function(scope);
  using Maker = std::optional<LayerOutput> (*)(Scope&);
  static constexpr Maker kMakers[] = {
      add_hard_sigmoid,  add_power_of_real, add_softmax,     add_softmax,  add_mean,     add_cell,
      add_cell,          add_sequence,      add_sequence,    add_quotient, add_quotient, add_normalization,
      add_normalization, add_real_pool,     add_region_yolo, add_angle};
  return kMakers[scope.builder.random.below(std::size(kMakers))](scope);
}

}  // namespace backedge::generate
