#include "interpreter/ops/detection.h"
#include "interpreter/ops/testing/testing.h"

/// ROIPooling, PSROIPooling, prior boxes and RegionYolo.
namespace backedge::ops {
namespace {

using testing::at_load;
using testing::counted;
using testing::data_of;
using testing::floats;
using testing::kAny;
using testing::kInf;
using testing::kNaN;
using testing::known;
using testing::list;
using testing::of;
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::unknown;

/// 0 to 15 in rows of 4.
const Tensor kImage = counted({1, 1, 4, 4});

Tensor pooled(const RoiPooling& options, std::initializer_list<float> region, const Tensor& image = kImage) {
  return run_one(make_roi_pooling(options), {image, floats({1, 5}, region)});
}

TEST(RoiPooling, Greatest) {
  const RoiPooling two{.height = 2, .width = 2};
  EXPECT_TRUE(same(pooled(two, {0, 0, 0, 3, 3}), floats({1, 1, 2, 2}, {5, 7, 13, 15})));
  EXPECT_TRUE(
      same(pooled(two, {0, 0, 0, 2, 0}), floats({1, 1, 2, 2}, {1, 2, 1, 2})));  // 3 elements: 1 is in both
  EXPECT_TRUE(same(pooled({.height = 1, .width = 3}, {0, 1, 1, 1, 1}), floats({1, 1, 1, 3}, {5, 5, 5})));
  EXPECT_TRUE(same(pooled({}, {0, 3, 3, 1, 2}), floats({1, 1, 1, 1}, {15})));  // reversed: one element
  EXPECT_TRUE(same(pooled({}, {0, 0.5f, 1.5f, 0.5f, 1.5f}), floats({1, 1, 1, 1}, {9})));
  EXPECT_TRUE(same(pooled({.scale = 0.5}, {0, 2, 4, 2, 4}), floats({1, 1, 1, 1}, {9})));
  EXPECT_TRUE(same(pooled(two, {0, 2, 2, 5, 5}), floats({1, 1, 2, 2}, {15, 0, 0, 0})));
  EXPECT_TRUE(same(pooled({}, {0, -kInf, 0, kInf, 1}), floats({1, 1, 1, 1}, {7})));
  EXPECT_TRUE(same(pooled({}, {0, kNaN, 0, 3, 3}), floats({1, 1, 1, 1}, {kNaN})));
  const Tensor odd = floats({1, 1, 1, 3}, {-1, kNaN, -2});
  EXPECT_TRUE(same(pooled({}, {0, 0, 0, 2, 0}, odd), floats({1, 1, 1, 1}, {kNaN})));
  EXPECT_TRUE(same(pooled({}, {0, 2, 0, 2, 0}, odd), floats({1, 1, 1, 1}, {-2})));
  EXPECT_TRUE(same(pooled({}, {0, 0, 0, 1, 1}, Tensor::zeros(ElementType::kF32, {1, 2, 0, 4})),
                   floats({1, 2, 1, 1}, {0, 0})));
  EXPECT_EQ(pooled({.height = 0, .width = 2}, {0, 0, 0, 1, 1}).shape(), (Shape{1, 1, 0, 2}));
}

TEST(RoiPooling, Points) {
  const auto at = [](std::initializer_list<float> region, int64_t size, const Tensor& image = kImage) {
    return pooled({.height = size, .width = size, .bilinear = true}, region, image);
  };
  EXPECT_TRUE(same(at({0, 0, 0, 1, 1}, 2), floats({1, 1, 2, 2}, {0, 3, 12, 15})));
  EXPECT_TRUE(same(at({0, 0, 0, 1, 1}, 1), floats({1, 1, 1, 1}, {7.5f})));
  EXPECT_TRUE(same(at({0, 0, 0, 0.5f, 0}, 2), floats({1, 1, 2, 2}, {0, 1.5f, 0, 1.5f})));
  EXPECT_TRUE(same(at({0, 1, 1, 1.5f, 1.5f}, 2), floats({1, 1, 2, 2}, {15, 0, 0, 0})));
  EXPECT_TRUE(same(at({0, -0.5f, 0, 0, 0}, 2), floats({1, 1, 2, 2}, {0, 0, 0, 0})));
  EXPECT_TRUE(same(at({0, 0, 0, kNaN, 0}, 1), floats({1, 1, 1, 1}, {kNaN})));
  EXPECT_TRUE(same(at({0, 0, 0, 0, 0}, 1, Tensor::zeros(ElementType::kF32, {1, 1, 4, 0})),
                   floats({1, 1, 1, 1}, {0})));
}

TEST(RoiPooling, Rejected) {
  const auto rule = [](const Tensor& image, const Tensor& regions) {
    return rule_of(make_roi_pooling({}), {image, regions});
  };
  for (const float image : {1.0f, -1.0f, 0.5f, kNaN, kInf})
    EXPECT_EQ(rule(kImage, floats({1, 5}, {image, 0, 0, 1, 1})), "OP-6") << image;
  EXPECT_EQ(rule(kImage, floats({1, 4}, {0, 0, 0, 1})), "OP-5");
  EXPECT_EQ(rule(kImage, floats({5}, {0, 0, 0, 1, 1})), "OP-5");
  EXPECT_EQ(rule(floats({1, 1, 1}, {1}), floats({1, 5}, {0, 0, 0, 1, 1})), "OP-5");
  EXPECT_EQ(rule(kImage, Tensor::zeros(ElementType::kF64, {1, 5})), "OP-4");
  EXPECT_EQ(rule(list({1}).view(0, {1, 1, 1, 1}), Tensor::zeros(ElementType::kI64, {1, 5})), "OP-4");
  EXPECT_EQ(at_load(make_roi_pooling({.height = 3}), {data_of({kAny, 2, kAny, 4}), data_of({kAny, 5})}),
            "[?,2,3,1]");
}

TEST(PsRoiPooling, Means) {
  const auto means = [](int64_t group, double scale, std::initializer_list<float> region) {
    Tensor image = Tensor::zeros(ElementType::kF32, {1, group * group, 4, 4});
    for (int64_t k = 0; k < image.count(); ++k)  // channel c has 100 c more
      image.writable<float>()[k] = static_cast<float>(100 * (k / 16) + k % 16);
    return run_one(make_psroi_pooling({.group = group, .scale = scale}), {image, floats({1, 5}, region)});
  };
  EXPECT_TRUE(same(means(1, 1, {0, 0, 0, 1, 1}), floats({1, 1, 1, 1}, {2.5f})));
  EXPECT_TRUE(
      same(means(1, 1, {0, 0.5f, -0.5f, 1, 1}), floats({1, 1, 1, 1}, {3})));  // columns 1, rows -1 to 1
  EXPECT_TRUE(same(means(2, 1, {0, 0, 0, 3, 3}), floats({1, 1, 2, 2}, {2.5f, 104.5f, 210.5f, 312.5f})));
  EXPECT_TRUE(same(means(2, 1, {0, 0, 0, 2, 0}), floats({1, 1, 2, 2}, {0.5f, 101.5f, 200.5f, 301.5f})));
  EXPECT_TRUE(same(means(1, 0.5, {0, 2, 2, 3, 3}), floats({1, 1, 1, 1}, {5})));
  EXPECT_TRUE(same(means(1, 1, {0, 3, 3, 0, 0}), floats({1, 1, 1, 1}, {0})));
  EXPECT_TRUE(same(means(1, 1, {0, 3, 0, kInf, 0}), floats({1, 1, 1, 1}, {kNaN})));
  EXPECT_TRUE(same(means(1, 1, {0, 0, kNaN, 1, 1}), floats({1, 1, 1, 1}, {kNaN})));
}

TEST(PsRoiPooling, Points) {
  const Tensor images = counted({1, 4, 3, 3});
  const auto means = [&](const PsRoiPooling& options, std::initializer_list<float> region) {
    return run_one(make_psroi_pooling(options), {images, floats({1, 5}, region)});
  };
  const PsRoiPooling one{.channels = 4, .group = 2, .bilinear = true};
  EXPECT_TRUE(same(means(one, {0, 0, 0, 1, 1}),
                   floats({1, 4, 2, 2}, {0, 2, 6, 8, 9, 11, 15, 17, 18, 20, 24, 26, 27, 29, 33, 35})));
  // Bins from 0 to 1/2 and from 1/2 to 1, with points in their middles: 0.5 and 1.5.
  const PsRoiPooling four{.bilinear = true, .bins_x = 2, .bins_y = 2};
  EXPECT_TRUE(same(means(four, {0, 0, 0, 1, 1}), floats({1, 1, 1, 1}, {(2.0f + 12 + 23 + 33) / 4})));
  EXPECT_TRUE(same(means(four, {0, 2, 2, 3, 3}), floats({1, 1, 1, 1}, {0})));
  const auto rule = [&](const PsRoiPooling& options) {
    return rule_of(make_psroi_pooling(options), {images, floats({1, 5}, {0, 0, 0, 1, 1})});
  };
  EXPECT_EQ(rule(four), "");
  EXPECT_EQ(rule({.channels = 2, .bilinear = true, .bins_x = 2, .bins_y = 2}), "OP-5");
  EXPECT_EQ(rule({.channels = 2, .group = 2}), "OP-5");
  EXPECT_EQ(rule({.channels = INT64_MAX, .group = 2}), "LIMIT-4");
}

constexpr float kTenth = 0.1f;

TEST(PriorBox, Clustered) {
  const auto boxes = [](const PriorBoxClustered& options, std::initializer_list<int64_t> grid) {
    return run_one(make_prior_box_clustered(options), {list(grid), list({16, 32})});
  };
  const PriorBoxClustered one{.boxes = {.offset = 0.5}, .widths = {8}, .heights = {4}, .step = 8};
  EXPECT_TRUE(
      same(boxes(one, {1, 2}), floats({2, 8}, {0, 0.125f, 0.25f, 0.375f, 0.25f, 0.125f, 0.5f, 0.375f, kTenth,
                                               kTenth, kTenth, kTenth, kTenth, kTenth, kTenth, kTenth})));
  PriorBoxClustered other = one;
  other.boxes.variance = {1, 2, 3, 4};
  other.step = 0;  // 16 and 32
  EXPECT_TRUE(same(boxes(other, {1, 1}), floats({2, 4}, {0.375f, 0.375f, 0.625f, 0.625f, 1, 2, 3, 4})));
  other.step_x = 8;  // the step along y is 0
  EXPECT_TRUE(same(boxes(other, {1, 1}), floats({2, 4}, {0, -0.125f, 0.25f, 0.125f, 1, 2, 3, 4})));
  other.boxes.clip = true;
  EXPECT_TRUE(same(boxes(other, {1, 1}), floats({2, 4}, {0, 0, 0.25f, 0.125f, 1, 2, 3, 4})));
  EXPECT_EQ(boxes(one, {0, 3}).shape(), (Shape{2, 0}));
  EXPECT_EQ(boxes({}, {2, 3}).shape(), (Shape{2, 0}));
}

TEST(PriorBox, Ratios) {
  const auto widths = [](const PriorBox& options) {  // of the boxes, in an image of 1 by 1
    const Tensor boxes = run_one(make_prior_box(options), {list({1, 1}), list({1, 1})});
    std::vector<float> widths;
    for (int64_t k = 0; k < boxes.shape()[1]; k += 4)
      widths.push_back(boxes.data<float>()[k + 2] - boxes.data<float>()[k]);
    return widths;
  };
  using Widths = std::vector<float>;
  const PriorBox all{
      .least = {4, 16}, .greatest = {16, 64}, .ratios = {4, 1, 0.0625, 4}, .flips = true, .step = 1};
  EXPECT_EQ(widths(all), (Widths{4, 8, 8, 1, 2, 16, 16, 32, 32, 4, 8, 64}));
  PriorBox other = all;
  other.greatest_first = false;
  EXPECT_EQ(widths(other), (Widths{4, 8, 1, 2, 16, 8, 16, 32, 4, 8, 64, 32}));
  other.flips = false;
  other.greatest = {16};
  EXPECT_EQ(widths(other), (Widths{4, 8, 1, 8, 16, 32, 4}));
  EXPECT_EQ(widths({}), Widths());
  const auto first = [](double step, double offset) {
    const PriorBox options{.boxes = {.offset = offset}, .least = {2}, .step = step};
    return run_one(make_prior_box(options), {of<uint8_t>({1, 2}), of<uint8_t>({4, 8})}).data<float>()[4];
  };
  EXPECT_EQ(first(2, 1), 3 / 8.0f);     // (1 + 1) * 2 - 1
  EXPECT_EQ(first(0, 0.25), 5 / 8.0f);  // (1 + 1/2) * 4 - 1
}

TEST(PriorBox, Rejected) {
  const Operation operation = make_prior_box({.least = {1}});
  EXPECT_EQ(rule_of(operation, {list({1, 1}), list({1, 1})}), "");
  EXPECT_EQ(rule_of(operation, {list({1, 1}), list({0, 1})}), "OP-6");
  EXPECT_EQ(rule_of(operation, {list({1, -1}), list({1, 1})}), "OP-6");
  EXPECT_EQ(rule_of(operation, {list({1, 1, 1}), list({1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(operation, {list({1, 1}), list({1})}), "OP-5");
  EXPECT_EQ(rule_of(operation, {list({1, 1}), of<int32_t>({1, 1})}), "OP-4");
  EXPECT_EQ(rule_of(operation, {of<float>({1, 1}), of<float>({1, 1})}), "OP-4");
  EXPECT_EQ(at_load(operation, {known(list({2, 3})), unknown(Shape{2})}), "[2,24]");
  EXPECT_EQ(at_load(operation, {unknown(Shape{2}), unknown(Shape{2})}), "[2,?]");
  EXPECT_EQ(at_load(operation, {known(list({INT64_MAX, 3})), unknown(Shape{2})}), "LIMIT-4");
}

TEST(RegionYolo, Functions) {
  const auto result = [](const RegionYolo& options, const Shape& shape) {
    return run_one(make_region_yolo(options), {Tensor::zeros(ElementType::kF32, shape)});
  };
  const RegionYolo classes{.coordinates = 4, .classes = 2, .regions = 1, .first_axis = 1, .last_axis = 3};
  EXPECT_TRUE(same(result(classes, {1, 7, 1, 1}), floats({1, 7}, {0.5f, 0.5f, 0, 0, 0.5f, 0.5f, 0.5f})));
  RegionYolo other = classes;
  other.classes = 4;
  EXPECT_TRUE(same(result(other, {1, 9, 1, 1}),
                   floats({1, 9}, {0.5f, 0.5f, 0, 0, 0.5f, 0.25f, 0.25f, 0.25f, 0.25f})));
  other.softmax = false;
  EXPECT_TRUE(same(result(other, {1, 9, 1, 1}),
                   floats({1, 9, 1, 1}, {0.5f, 0.5f, 0, 0, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f})));
  other.coordinates = 0;
  EXPECT_TRUE(same(result(other, {1, 5, 1, 1}), floats({1, 5, 1, 1}, {0.5f, 0.5f, 0.5f, 0.5f, 0.5f})));
  EXPECT_EQ(result(classes, {2, 7, 3, 5}).shape(), (Shape{2, 105}));
  EXPECT_EQ(result(classes, {2, 7, 0, 5}).shape(), (Shape{2, 0}));
  other = classes;
  other.regions = 0;
  EXPECT_EQ(result(other, {2, 0, 3, 5}).shape(), (Shape{2, 0}));
}

TEST(RegionYolo, Rejected) {
  const auto shape_of = [](int64_t first, int64_t last, const PartialShape& data) {
    return at_load(
        make_region_yolo(
            {.coordinates = 4, .classes = 1, .regions = 2, .first_axis = first, .last_axis = last}),
        {Operand{ElementType::kF32, data}});
  };
  EXPECT_EQ(shape_of(1, 3, Shape{2, 12, 3, 5}), "[2,180]");
  EXPECT_EQ(shape_of(-4, -3, Shape{2, 12, 3, 5}), "[24,3,5]");
  EXPECT_EQ(shape_of(2, 2, Shape{2, 12, 3, 5}), "[2,12,3,5]");
  EXPECT_EQ(shape_of(1, 2, PartialShape::any()), "[?,?,?]");
  EXPECT_EQ(shape_of(3, 1, Shape{2, 12, 3, 5}), "OP-5");
  EXPECT_EQ(shape_of(1, 4, Shape{2, 12, 3, 5}), "OP-5");
  EXPECT_EQ(shape_of(1, 3, Shape{2, 13, 3, 5}), "OP-5");
  EXPECT_EQ(shape_of(1, 3, Shape{12, 3, 5}), "OP-5");
  EXPECT_EQ(rule_of(make_region_yolo({.regions = 1, .last_axis = 3}), {list({1}).view(0, {1, 1, 1, 1})}),
            "OP-4");
}

}  // namespace
}  // namespace backedge::ops
