#include "conformance/generate/detections.h"

#include <algorithm>
#include <numeric>

#include "conformance/generate/number_rules.h"

namespace backedge::generate {
namespace {

LayerOutput add_real(Scope& scope, float value) {
  return add_constant(scope, Tensor::scalar<float>(value), {});
}

// Squares of area 1, some of them equal.
LayerOutput add_squares(Scope& scope, int64_t count) {
  std::vector<float> corners;
  for (; count > 0; --count) {
    const auto at = static_cast<float>(2 * scope.builder.random.below(3));
    for (const float x : {at, 0.0f, at + 1, 1.0f}) corners.push_back(x);
  }
  return add_constant(
      scope, Tensor::of<float>({1, std::ssize(corners) / 4, 4}, std::span<const float>(corners)), {});
}

// No two equal numbers, in any order.
LayerOutput add_scores(Scope& scope, int64_t classes, int64_t boxes) {
  std::vector<float> scores(static_cast<size_t>(classes * boxes));
  std::iota(scores.begin(), scores.end(), 1.0f);
  scope.builder.random.shuffle(scores);
  return add_constant(scope, Tensor::of<float>({1, classes, boxes}, std::span<const float>(scores)), {});
}

std::optional<LayerOutput> add_non_max_suppression(Scope& scope) {
  using enum ElementType;
  Random& random = scope.builder.random;
  const int64_t classes = random.between(1, 2), boxes = random.between(1, 4), most = random.between(1, 3);
  const bool sorted = random.chance(50);
  const ElementType type = random.chance(50) ? kI32 : kI64;
  const LayerOutput corners = add_squares(scope, boxes), scores = add_scores(scope, classes, boxes);
  std::vector<LayerOutput> inputs = {corners, scores, add_number(scope, most)};
  inputs.push_back(add_real(scope, 0.5f));
  inputs.push_back(add_real(scope, -0.5f));
  const int64_t upper = classes * std::min(boxes, most);
  const Size rows = new_size(scope.builder, classes, upper);
  const LayerOutput indices{
      .type = type, .shape = {rows, Size::exactly(3)}, .range = {0, std::max(classes, boxes) - 1}};
  LayerOutput values{.type = kF32, .shape = indices.shape, .range = {0, classes * boxes}};
  add_operation(
      scope, "NonMaxSuppression", random.chance(50) ? 5 : 9,
      {{"sort_result_descending", sorted ? "true" : "false"}, {"output_type", std::string(name_of(type))}},
      inputs, indices);
  values = add_output(scope, values);
  add_output(scope, {.type = type, .shape = {Size::exactly(1)}, .range = {classes, upper}});
  return values;
}

// Regions of 4 by 4 elements, with one point at each second element.
std::optional<LayerOutput> add_roi_align(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t images = random.between(1, 2), channels = random.between(1, 2),
                regions = random.between(1, 2);
  const LayerOutput image = fresh_value(scope, ElementType::kF32, sizes_of({images, channels, 5, 6}), {0, 9});
  std::vector<float> corners;
  for (int64_t r = 0; r < regions; ++r) {
    const auto x = static_cast<float>(random.below(3)), y = static_cast<float>(random.below(2));
    for (const float corner : {x, y, x + 4, y + 4}) corners.push_back(corner);
  }
  const LayerOutput boxes =
      add_constant(scope, Tensor::of<float>({regions, 4}, std::span<const float>(corners)), {});
  const LayerOutput which = random_constant(scope, ElementType::kI32, {regions}, {0, images - 1});
  const bool newer = random.chance(50);
  std::vector<openvino::Attribute> attributes = {{"pooled_h", "2"},
                                                 {"pooled_w", "2"},
                                                 {"sampling_ratio", "1"},
                                                 {"spatial_scale", "1"},
                                                 {"mode", random.chance(50) ? "max" : "avg"}};
  if (newer) attributes.push_back({"aligned_mode", "asymmetric"});
  LayerOutput value = image;
  value.shape = sizes_of({regions, channels, 2, 2});
  return add_operation(scope, "ROIAlign", newer ? 9 : 3, attributes, {image, boxes, which}, value);
}

// Regions of whole images, whose parts and points are elements.
std::optional<LayerOutput> add_pooled_regions(Scope& scope) {
  Random& random = scope.builder.random;
  const bool bilinear = random.chance(50), by_position = random.chance(50);
  const int64_t images = random.between(1, 2), channels = random.between(1, 2), size = random.between(2, 3);
  const int64_t regions = random.between(1, 2);
  const int64_t groups = by_position && !bilinear ? size * size : 1;
  const LayerOutput image =
      fresh_value(scope, ElementType::kF32, sizes_of({images, channels * groups, size, size}), {0, 9});
  std::vector<float> corners;
  const auto last = static_cast<float>(bilinear ? 1 : size - 1);
  for (int64_t r = 0; r < regions; ++r) {
    const auto which = static_cast<float>(random.below(images));
    for (const float number : {which, 0.0f, 0.0f, last, last}) corners.push_back(number);
  }
  const LayerOutput boxes =
      add_constant(scope, Tensor::of<float>({regions, 5}, std::span<const float>(corners)), {});
  LayerOutput value = image;
  value.shape = sizes_of({regions, channels, size, size});
  const std::string each = std::to_string(size);
  if (by_position) {
    return add_operation(scope, "PSROIPooling", 1,
                         {{"output_dim", std::to_string(channels)},
                          {"group_size", each},
                          {"spatial_scale", "1"},
                          {"mode", bilinear ? "bilinear" : "average"}},
                         {image, boxes}, value);
  }
  if (!bilinear) touch_rule(scope, "OP-59");
  return add_operation(scope, "ROIPooling", 2,
                       {{"pooled_h", each},
                        {"pooled_w", each},
                        {"spatial_scale", "1"},
                        {"method", bilinear ? "bilinear" : "max"}},
                       {image, boxes}, value);
}

// Boxes of even sizes around whole places, in an image of one element, so that corners are whole numbers.
std::optional<LayerOutput> add_prior_boxes(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t kind = random.below(3), rows = random.between(1, 2), columns = random.between(1, 2);
  const bool clip = random.chance(50);
  const int64_t grid[] = {rows, columns}, image[] = {1, 1};
  const std::vector<LayerOutput> inputs = {add_numbers(scope, grid), add_numbers(scope, image)};
  std::vector<openvino::Attribute> attributes = {
      {"clip", clip ? "true" : "false"}, {"step", "3"}, {"offset", "1"}, {"variance", "1,2,3,4"}};
  int64_t boxes = 2;
  if (kind == 0) {
    attributes.push_back({"width", "4,2"});
    attributes.push_back({"height", "2,6"});
  } else {
    boxes = 4;  // of 4 by 4, 8 by 8, 8 by 2 and 2 by 8
    attributes.insert(attributes.end(),
                      {{"min_size", "4"}, {"max_size", "16"}, {"aspect_ratio", "4"}, {"flip", "true"}});
  }
  const LayerOutput value{
      .type = ElementType::kF32, .shape = sizes_of({2, 4 * rows * columns * boxes}), .range = {-2, 12}};
  const std::string type = kind == 0 ? "PriorBoxClustered" : "PriorBox";
  return add_operation(scope, type, kind == 2 ? 8 : 1, attributes, inputs, value);
}

// Whole offsets, some of which lead outside.
std::optional<LayerOutput> add_deformable_convolution(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t images = random.between(1, 2), channels = random.between(1, 2);
  LayerOutput value = fresh_value(scope, ElementType::kF32, sizes_of({images, channels, 3, 3}), {0, 9});
  std::vector<LayerOutput> inputs = {value, random_constant(scope, value.type, {images, 8, 2, 2}, {-1, 1}),
                                     random_constant(scope, value.type, {1, channels, 2, 2}, {0, 2})};
  std::vector<openvino::Attribute> attributes = {
      {"strides", "1,1"}, {"pads_begin", "0,0"}, {"pads_end", "0,0"},      {"dilations", "1,1"},
      {"group", "1"},     {"auto_pad", "valid"}, {"deformable_group", "1"}};
  const bool newer = random.chance(70);
  if (!newer) touch_rule(scope, "OP-63");  // places outside
  if (newer) attributes.push_back({"bilinear_interpolation_pad", random.chance(50) ? "true" : "false"});
  if (newer && random.chance(50))
    inputs.push_back(random_constant(scope, value.type, {images, 4, 2, 2}, {0, 2}));
  value.shape = sizes_of({images, 1, 2, 2});
  value.range = {0, 2 * 4 * 2 * 2 * 9};
  return add_operation(scope, "DeformableConvolution", newer ? 8 : 1, attributes, inputs, value);
}

// Blocks of 2 by 2 elements, each next to the other ones or sharing elements with them.
std::optional<LayerOutput> add_col2im(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t channels = random.between(1, 2), stride = random.between(1, 2), rows = random.between(1, 3),
                columns = random.between(1, 3);
  LayerOutput value = fresh_value(scope, random.chance(50) ? ElementType::kF32 : ElementType::kI32,
                                  sizes_of({1, 4 * channels, rows * columns}), {0, 9});
  const LayerOutput blocks = value;
  const int64_t height = stride * (rows - 1) + 2, width = stride * (columns - 1) + 2;
  value.shape = sizes_of({1, channels, height, width});
  value.range = {0, 4 * 9};
  const std::string strides = std::to_string(stride) + "," + std::to_string(stride);
  const int64_t size[] = {height, width}, kernel[] = {2, 2};
  const LayerOutput sizes = add_numbers(scope, size), kernels = add_numbers(scope, kernel);
  return add_operation(scope, "Col2Im", 15, {{"strides", strides}}, {blocks, sizes, kernels}, value);
}

// Transformations of lines of 2 numbers, which are sums and differences. Inverses are of even numbers.
std::optional<LayerOutput> add_fourier(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t kind = random.below(4), lines = random.between(1, 3);
  const bool inverse = kind == 1 || kind == 3;
  const std::string type =
      std::vector<std::string>{"DFT", "IDFT", "RDFT", "IRDFT"}[static_cast<size_t>(kind)];
  const Sizes complex = sizes_of({lines, 2, 2}), real = sizes_of({lines, 2});
  LayerOutput value = fresh_value(scope, ElementType::kF32, kind == 2 ? real : complex, {1, 4});
  if (inverse) {
    const LayerOutput two = random_constant(scope, value.type, {}, {2, 2});
    LayerOutput even = value;
    even.range = {2, 8};
    value = add_operation(scope, "Multiply", 1, {{"auto_broadcast", "numpy"}}, {value, two}, even);
  }
  const int64_t axis[] = {1};
  const LayerOutput axes = add_numbers(scope, axis);
  LayerOutput result = value;
  result.shape = kind == 3 ? real : complex;
  result.range = {-16, 16};
  return add_operation(scope, type, kind < 2 ? 7 : 9, {}, {value, axes}, result);
}

// The transformations of frames of two elements.
std::optional<LayerOutput> add_stft(Scope& scope) {
  Random& random = scope.builder.random;
  const int64_t size = random.between(2, 6), step = random.between(1, 3), batch = random.between(1, 3);
  const int64_t length = random.between(1, 2), frames = (size - 2) / step + 1;
  const bool transposes = random.chance(50), batched = random.chance(50);
  const LayerOutput signal =
      fresh_value(scope, ElementType::kF32, sizes_of(batched ? Shape{batch, size} : Shape{size}), {-3, 4});
  const LayerOutput window = random_constant(scope, signal.type, {length}, {1, 2});
  const LayerOutput frame_size = add_number(scope, 2), frame_step = add_number(scope, step);
  LayerOutput result = signal;
  result.shape = sizes_of(transposes ? Shape{2, frames, 2} : Shape{frames, 2, 2});
  if (batched) result.shape.insert(result.shape.begin(), Size::exactly(batch));
  result.range = {-16, 16};
  if (length == 1) touch_rule(scope, "OP-56");
  return add_operation(scope, "STFT", 15, {{"transpose_frames", transposes ? "true" : "false"}},
                       {signal, window, frame_size, frame_step}, result);
}

}  // namespace

std::optional<LayerOutput> add_detection(Scope& scope) {
  using Maker = std::optional<LayerOutput> (*)(Scope&);
  static constexpr Maker kMakers[] = {add_non_max_suppression,
                                      add_roi_align,
                                      add_pooled_regions,
                                      add_prior_boxes,
                                      add_col2im,
                                      add_fourier,
                                      add_stft,
                                      add_deformable_convolution};
  return kMakers[scope.builder.random.below(std::size(kMakers))](scope);
}

}  // namespace backedge::generate
