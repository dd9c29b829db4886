#include "conformance/generate/scope.h"

#include <limits>

#include "interpreter/base/joined.h"
#include "interpreter/openvino/lookup.h"
#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/npy.h"

namespace backedge::generate {
namespace {

std::string shape_text(const Sizes& sizes) {
  return joined(sizes, ",", [](const Size& size) { return std::to_string(size.least); });
}

// Special values for arithmetic: extremes, fractions, signed zeros, infinities, NaN.
template <class T>
T odd_element(Random& random) {
  if constexpr (std::is_same_v<T, bool>) {
    return random.chance(50);
  } else if constexpr (kIsInteger<T>) {
    using Limits = std::numeric_limits<T>;
    return random.one_of(std::vector<T>{Limits::min(), Limits::max(), static_cast<T>(Limits::max() - 1), T{0},
                                        T{1}, static_cast<T>(-1), T{7}});
  } else {
    const double inf = std::numeric_limits<double>::infinity();
    const double odd =
        random.one_of(std::vector<double>{0.1, -2.7, 0.5, -0.0, 0.0, 2049.0, 16777215.0, -1e-7, 3.75, inf,
                                          std::numeric_limits<double>::quiet_NaN()});
    return element_of<T>(odd);
  }
}

}  // namespace

Interval exact_interval(ElementType type) {
  constexpr int64_t k32 = INT32_MAX;
  constexpr Interval kIntervals[] = {{0, 1},
                                     {-128, 127},
                                     {-32768, 32767},
                                     {-k32 - 1, k32},
                                     {-k32 - 1, k32},
                                     {0, 255},
                                     {0, 65535},
                                     {0, k32},
                                     {0, k32},
                                     {-2048, 2048},
                                     {-256, 256},
                                     {-(1 << 24), 1 << 24},
                                     {-(1 << 24), 1 << 24}};
  return kIntervals[static_cast<size_t>(type)];
}

int64_t most_elements(const Sizes& shape) {
  int64_t count = 1;
  for (const Size& size : shape) count *= std::max<int64_t>(size.most, 1);
  return count;
}

bool is_known(const Sizes& shape) {
  return std::all_of(shape.begin(), shape.end(), [](const Size& size) { return size.known(); });
}

bool has_known_elements(const LayerOutput& value) {
  return has_axis(value) && is_known(value.shape) &&
         std::all_of(value.shape.begin(), value.shape.end(), [](const Size& size) { return size.least > 0; });
}

Shape shape_of(const Sizes& sizes) {
  Shape shape;
  for (const Size& size : sizes) shape.push_back(size.least);
  return shape;
}

Sizes sizes_of(const Shape& shape) {
  Sizes sizes;
  for (const int64_t size : shape) sizes.push_back(Size::exactly(size));
  return sizes;
}

int64_t written_axis(Random& random, int64_t axis, int64_t rank) {
  return random.chance(30) ? axis - rank : axis;
}

Size new_size(ModelBuilder& builder, int64_t least, int64_t most) { return {least, most, ++builder.sizes}; }

openvino::Port port_of(int64_t id, const LayerOutput& value) {
  openvino::Port port{.id = id, .precision = value.type};
  for (const Size& size : value.shape)
    port.dims.push_back(size.known() ? Dimension::exactly(size.least) : Dimension::any());
  return port;
}

std::string declared_shape(ModelBuilder& builder, const Sizes& shape) {
  std::string text;
  for (const Size& size : shape) {
    std::string dim = std::to_string(size.least);
    const bool wider = !size.known() || builder.random.chance(6);
    if (wider && builder.random.chance(60)) {
      dim = "?";
    } else if (wider) {
      const int64_t least = std::max<int64_t>(size.least - builder.random.below(2), 0);
      dim = std::to_string(least) + ".." + std::to_string(size.most + builder.random.below(3));
    }
    text += (text.empty() ? "" : ",") + dim;
    if (wider) builder.notes.features.insert("shape:dynamic");
  }
  return text;
}

openvino::Layer new_layer(Scope& scope, const std::string& type, int64_t version,
                          std::vector<openvino::Attribute> attributes) {
  openvino::Layer layer;
  layer.id = scope.next_id++;
  layer.name = type + "_" + std::to_string(scope.builder.layers++);
  layer.type = type;
  layer.version = "opset" + std::to_string(version);
  layer.attributes = std::move(attributes);
  return layer;
}

bool is_parameter(const Scope& scope, const LayerOutput& value) {
  const openvino::Layer* layer = find_layer(scope.graph, value.layer);
  return layer != nullptr && layer->type == "Parameter";
}

void add_edge(Scope& scope, const LayerOutput& from, int64_t to_layer, int64_t to_port) {
  scope.graph.edges.push_back(
      {.from_layer = from.layer, .from_port = from.port, .to_layer = to_layer, .to_port = to_port});
}

LayerOutput add_operation(Scope& scope, const std::string& type, int64_t version,
                          std::vector<openvino::Attribute> attributes, const std::vector<LayerOutput>& inputs,
                          LayerOutput output) {
  openvino::Layer layer = new_layer(scope, type, version, std::move(attributes));
  for (const LayerOutput& input : inputs) {
    const int64_t port = std::ssize(layer.inputs);
    layer.inputs.push_back(port_of(port, input));
    add_edge(scope, input, layer.id, port);
  }
  output.layer = layer.id;
  output.port = std::ssize(inputs);
  layer.outputs.push_back(port_of(output.port, output));
  scope.graph.layers.push_back(std::move(layer));
  return output;
}

LayerOutput add_output(Scope& scope, LayerOutput output) {
  openvino::Layer& layer = scope.graph.layers.back();
  output.layer = layer.id;
  output.port = layer.outputs.back().id + 1;
  layer.outputs.push_back(port_of(output.port, output));
  return output;
}

LayerOutput add_constant(Scope& scope, const Tensor& tensor, Interval range) {
  // Like real writers, append the bytes without alignment.
  std::vector<std::byte>& weights = scope.builder.weights;
  const size_t offset = weights.size();
  const Tensor little = little_endian(tensor);
  weights.insert(weights.end(), little.bytes(), little.bytes() + little.byte_count());
  LayerOutput value{.type = tensor.type(), .range = range};
  for (const int64_t dim : tensor.shape()) value.shape.push_back(Size::exactly(dim));
  const int64_t bytes = std::max<int64_t>(tensor.byte_count(), 1);  // OpenVINO writes 1 if there are none
  if (tensor.byte_count() == 0) weights.push_back(std::byte{0});
  return add_operation(scope, "Const", 1,
                       {{"element_type", std::string(name_of(tensor.type()))},
                        {"shape", shape_text(value.shape)},
                        {"offset", std::to_string(offset)},
                        {"size", std::to_string(bytes)}},
                       {}, value);
}

LayerOutput add_numbers(Scope& scope, std::span<const int64_t> numbers) {
  return add_constant(scope, Tensor::of<int64_t>({std::ssize(numbers)}, numbers), {});
}

LayerOutput add_number(Scope& scope, int64_t number) {
  return add_constant(scope, Tensor::scalar<int64_t>(number), {number, number});
}

LayerOutput add_parameter(Scope& scope, ElementType type, const Sizes& shape, Interval range, bool wild) {
  const LayerOutput value{.type = type, .shape = shape, .range = range, .wild = wild};
  return add_operation(
      scope, "Parameter", 1,
      {{"shape", declared_shape(scope.builder, shape)}, {"element_type", std::string(name_of(type))}}, {},
      value);
}

int64_t add_result(Scope& scope, const LayerOutput& value) {
  openvino::Layer layer = new_layer(scope, "Result", 1);
  layer.inputs.push_back(port_of(0, value));
  add_edge(scope, value, layer.id, 0);
  scope.graph.layers.push_back(layer);
  return layer.id;
}

Tensor random_values(Random& random, ElementType type, const Shape& shape, Interval range, bool wild) {
  Tensor tensor = Tensor::zeros(type, shape);
  dispatch(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* to = tensor.writable<T>();
    for (int64_t k = 0; k < tensor.count(); ++k)
      to[k] = wild ? odd_element<T>(random) : element_of<T>(random.between(range.low, range.high));
  });
  return tensor;
}

LayerOutput random_constant(Scope& scope, ElementType type, const Shape& shape, Interval range) {
  return add_constant(scope, random_values(scope.builder.random, type, shape, range, false), range);
}

LayerOutput small_constant(Scope& scope, ElementType type, const Shape& shape) {
  return random_constant(scope, type, shape, {-2, 2});
}

LayerOutput fresh_value(Scope& scope, ElementType type, const Sizes& shape, Interval range, bool wild) {
  ModelBuilder& builder = scope.builder;
  if (scope.bring_in && builder.random.chance(60))
    return scope.bring_in(fresh_value(*scope.outer, type, shape, range, wild));
  const bool parameter =
      scope.outer == nullptr && (scope.loops_only || !is_known(shape) || builder.random.chance(75));
  LayerOutput value;
  if (parameter) {
    value = add_parameter(scope, type, shape, range, wild);
    builder.parameters.push_back({scope.graph.layers.back().name, value});
  } else {
    value = add_constant(scope, random_values(builder.random, type, shape_of(shape), range, wild), range);
    value.wild = wild;
  }
  scope.values.push_back(value);
  return value;
}

ElementType random_type(Random& random) {
  using enum ElementType;
  const int64_t at = random.below(100);
  if (at < 30) return kI32;
  if (at < 55) return kF32;
  if (at < 65) return kI64;
  return random.one_of(
      std::vector<ElementType>{kBoolean, kI8, kI16, kU8, kU16, kU32, kU64, kF16, kBF16, kF64, kI32});
}

Interval random_range(Random& random, ElementType type) {
  if (type == ElementType::kBoolean) return {0, 1};
  const int64_t high = random.one_of(std::vector<int64_t>{3, 9, 20, 50});
  return {std::max(-high, exact_interval(type).low), high};
}

}  // namespace backedge::generate
