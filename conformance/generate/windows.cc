#include "conformance/generate/windows.h"

#include "conformance/generate/number_rules.h"
#include "interpreter/base/joined.h"

namespace backedge::generate {
namespace {

// The windows along one axis.
struct Axis {
  int64_t size, kernel, stride, dilation, begin, end, count;

  int64_t extent() const { return (kernel - 1) * dilation + 1; }
};

int64_t count_of(const Axis& axis, const std::string& padding) {
  if (padding.starts_with("same")) return (axis.size + axis.stride - 1) / axis.stride;
  return (axis.size + axis.begin + axis.end - axis.extent()) / axis.stride + 1;
}

// Windows that fit: "explicit", "same_upper", "same_lower" or "valid".
Axis random_axis(Random& random, int64_t size, const std::string& padding) {
  Axis axis{.size = size, .stride = random.between(1, 2)};
  axis.begin = padding == "explicit" ? random.below(2) : 0;
  axis.end = padding == "explicit" ? random.below(2) : 0;
  axis.kernel = random.between(1, std::min<int64_t>(size, 3));
  axis.dilation = random.between(1, 2);
  if (axis.extent() > size) axis.dilation = 1;
  axis.count = count_of(axis, padding);
  return axis;
}

Axis without_dilation(Axis axis, const std::string& padding) {
  axis.dilation = 1;
  axis.count = count_of(axis, padding);
  return axis;
}

std::vector<std::string> paddings() { return {"explicit", "same_upper", "same_lower", "valid"}; }

template <class NumberOf>
std::string listed(const std::vector<Axis>& axes, NumberOf number_of) {
  return joined(axes, ",", [&](const Axis& axis) { return std::to_string(number_of(axis)); });
}

std::vector<openvino::Attribute> attributes_of(const std::vector<Axis>& axes, const std::string& padding) {
  return {{"strides", listed(axes, [](const Axis& axis) { return axis.stride; })},
          {"pads_begin", listed(axes, [](const Axis& axis) { return axis.begin; })},
          {"pads_end", listed(axes, [](const Axis& axis) { return axis.end; })},
          {"auto_pad", padding}};
}

openvino::Attribute dilations_of(const std::vector<Axis>& axes) {
  return {"dilations", listed(axes, [](const Axis& axis) { return axis.dilation; })};
}

std::vector<openvino::Attribute> pooling_attributes(const std::vector<Axis>& axes, const std::string& padding,
                                                    bool dilates) {
  std::vector<openvino::Attribute> attributes = attributes_of(axes, padding);
  attributes.push_back({"kernel", listed(axes, [](const Axis& axis) { return axis.kernel; })});
  if (dilates) attributes.push_back(dilations_of(axes));
  return attributes;
}

void touch_same(Scope& scope, const std::string& padding) {
  if (padding.starts_with("same"))
    scope.builder.notes.touches.push_back({.rule = "OP-20", .loop = scope.loop, .least = 1});
}

// A value with batch, channels and spatial axes; axes of 1 are put before a value of lower rank.
template <class Wanted>
std::optional<LayerOutput> pick_spatial(Scope& scope, Wanted wanted) {
  const auto a = pick(scope, [&](const LayerOutput& value) {
    return wanted(value) && has_known_elements(value) && most_elements(value.shape) <= 200;
  });
  if (!a || rank_of(*a) >= 3) return a;
  LayerOutput value = *a;
  std::vector<int64_t> axes;
  while (rank_of(value) < 3) {
    value.shape.insert(value.shape.begin(), Size::exactly(1));
    axes.push_back(std::ssize(axes));
  }
  return add_operation(scope, "Unsqueeze", 1, {}, {*a, add_numbers(scope, axes)}, value);
}

}  // namespace

std::optional<LayerOutput> add_convolution(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick_spatial(scope, is_exact_number);
  if (!a) return std::nullopt;
  const std::string padding = random.one_of(paddings());
  const bool backward = random.chance(40), grouped = random.chance(40);
  const int64_t channels = a->shape[1].least, out = random.between(1, 2);
  const int64_t groups = grouped ? channels : 1, in = grouped ? 1 : channels;
  Shape kernel = grouped ? Shape{groups} : Shape();
  kernel.push_back(backward ? in : out);
  kernel.push_back(backward ? out : in);
  LayerOutput value = *a;
  value.shape = {a->shape[0], Size::exactly(groups * out)};
  std::vector<Axis> axes;
  int64_t terms = in;
  for (size_t k = 2; k < a->shape.size(); ++k) {
    Axis axis = random_axis(random, a->shape[k].least, padding);
    if (backward) axis.count = (axis.size - 1) * axis.stride + axis.extent() - axis.begin - axis.end;
    if (axis.count < 1) return std::nullopt;
    axes.push_back(axis);
    kernel.push_back(axis.kernel);
    value.shape.push_back(Size::exactly(axis.count));
    terms *= axis.kernel;
  }
  const Interval small = {std::max<int64_t>(exact_interval(a->type).low, -2), 2};
  const int64_t bound = terms * 2 * std::max(-a->range.low, a->range.high);
  value.range = {small.low < 0 ? -bound : 0, bound};
  if (!exact_interval(a->type).holds(value.range) || most_elements(value.shape) > kMostElements)
    return std::nullopt;
  std::vector<LayerOutput> inputs = {*a, random_constant(scope, a->type, kernel, small)};
  if (backward && random.chance(40)) {
    std::vector<int64_t> sizes;
    for (size_t k = 2; k < value.shape.size(); ++k) sizes.push_back(value.shape[k].least);
    inputs.push_back(add_numbers(scope, sizes));
    touch_rule(scope, "OP-21");
  } else if (!backward) {
    touch_same(scope, padding);
  }
  std::vector<openvino::Attribute> attributes = attributes_of(axes, padding);
  attributes.push_back(dilations_of(axes));
  const std::string type = backward ? "ConvolutionBackpropData" : "Convolution";
  return add_operation(scope, grouped ? "Group" + type : type, 1, attributes, inputs, value);
}

std::optional<LayerOutput> add_image_patches(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick(scope, [](const LayerOutput& value) {
    return value.shape.size() == 4 && has_known_elements(value) && most_elements(value.shape) <= 100;
  });
  LayerOutput data;
  if (a) {
    data = *a;
  } else {
    const ElementType type = random_type(random);
    Sizes shape;
    for (int64_t k = 0; k < 4; ++k) shape.push_back(Size::exactly(random.between(1, k < 2 ? 2 : 4)));
    data = fresh_value(scope, type, shape, random_range(random, type));
  }
  const std::string padding = random.one_of(std::vector<std::string>{"same_upper", "same_lower", "valid"});
  LayerOutput value = data;
  std::vector<Axis> axes;
  for (size_t k = 2; k < 4; ++k) {
    axes.push_back(random_axis(random, data.shape[k].least, padding));
    value.shape[1] = Size::exactly(value.shape[1].least * axes.back().kernel);
    value.shape[k] = Size::exactly(axes.back().count);
  }
  if (most_elements(value.shape) > kMostElements) return std::nullopt;
  value.range = value.range.joined_with({0, 0});
  touch_same(scope, padding);
  return add_operation(scope, "ExtractImagePatches", 3,
                       {{"sizes", listed(axes, [](const Axis& axis) { return axis.kernel; })},
                        {"strides", listed(axes, [](const Axis& axis) { return axis.stride; })},
                        {"rates", dilations_of(axes).value},
                        {"auto_pad", padding}},
                       {data}, value);
}

std::optional<LayerOutput> add_max_pool(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick_spatial(scope, is_number);
  if (!a) return std::nullopt;
  const std::string padding = random.one_of(paddings());
  const int64_t version = random.one_of(std::vector<int64_t>{1, 8, 14});
  LayerOutput value = *a;
  std::vector<Axis> axes;
  for (size_t k = 2; k < a->shape.size(); ++k) {
    Axis axis = random_axis(random, a->shape[k].least, padding);
    if (version == 1) axis = without_dilation(axis, padding);
    // Each window has an element: its pads are smaller than it is.
    if (axis.kernel == 1 && axis.begin + axis.end > 0) return std::nullopt;
    axes.push_back(axis);
    value.shape[k] = Size::exactly(axis.count);
  }
  touch_same(scope, padding);
  if (a->wild) touch_number_rules(scope, *a, "ReduceMax");
  const bool has_indices = version > 1;
  value =
      add_operation(scope, "MaxPool", version, pooling_attributes(axes, padding, has_indices), {*a}, value);
  if (has_indices) {
    touch_rule(scope, "OP-22");
    const Interval positions = {0, most_elements(a->shape) - 1};
    scope.values.push_back(add_output(
        scope, {.type = ElementType::kI64, .shape = value.shape, .range = positions, .wild = a->wild}));
  }
  return value;
}

std::optional<LayerOutput> add_real_pool(Scope& scope) {
  Random& random = scope.builder.random;
  const auto a = pick_spatial(scope, is_real_value);
  if (!a) return std::nullopt;
  LayerOutput value = any_bits_like(*a);
  if (random.chance(60)) {
    std::vector<int64_t> sizes;
    for (size_t k = 2; k < a->shape.size(); ++k) {
      sizes.push_back(random.between(1, 3));
      value.shape[k] = Size::exactly(sizes.back());
    }
    const bool mean = random.chance(50);
    touch_rule(scope, mean ? "NUM-3" : "OP-22");
    if (mean) return add_operation(scope, "AdaptiveAvgPool", 8, {}, {*a, add_numbers(scope, sizes)}, value);
    value = add_operation(scope, "AdaptiveMaxPool", 8, {}, {*a, add_numbers(scope, sizes)}, value);
    scope.values.push_back(add_output(scope, {.type = ElementType::kI64,
                                              .shape = value.shape,
                                              .range = {0, most_elements(a->shape) - 1},
                                              .wild = true}));
    return value;
  }
  const std::string padding = random.one_of(paddings());
  const int64_t version = random.one_of(std::vector<int64_t>{1, 14, 16});
  std::vector<Axis> axes;
  for (size_t k = 2; k < a->shape.size(); ++k) {
    axes.push_back(random_axis(random, a->shape[k].least, padding));
    if (version < 16) axes.back() = without_dilation(axes.back(), padding);
    if (axes.back().kernel == 1 && axes.back().begin + axes.back().end > 0) return std::nullopt;
    value.shape[k] = Size::exactly(axes.back().count);
  }
  touch_rule(scope, "NUM-3");
  auto attributes = pooling_attributes(axes, padding, version == 16);
  attributes.push_back({"exclude-pad", random.chance(50) ? "true" : "false"});
  return add_operation(scope, "AvgPool", version, attributes, {*a}, value);
}

}  // namespace backedge::generate
