#include "interpreter/ops/detection.h"

#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::at_load;
using testing::data_of;
using testing::floats;
using testing::kAny;
using testing::kInf;
using testing::kNaN;
using testing::known;
using testing::list;
using testing::of;
using testing::rule_of;
using testing::run;
using testing::same;
using testing::scalar;
using testing::unknown;

using Rows = std::vector<std::vector<int64_t>>;

/// The rows of an integer matrix, or the number of them in the third output if that is something else.
Rows rows_of(const std::vector<Tensor>& outputs) {
  const Tensor& indices = outputs[0];
  const int64_t count = indices.shape()[0];
  if (integer_in(outputs[2]) != count) return {{integer_in(outputs[2])}};
  Rows rows;
  for (int64_t n = 0; n < count; ++n) {
    rows.emplace_back();
    for (int64_t k = 0; k < 3; ++k) {
      const int64_t at = n * 3 + k;
      const bool wide = indices.type() == ElementType::kI64;
      rows.back().push_back(wide ? indices.data<int64_t>()[at] : indices.data<int32_t>()[at]);
    }
  }
  return rows;
}

Tensor threshold(float value) { return Tensor::scalar<float>(value); }

Rows chosen(const NonMaxSuppression& options, const std::vector<Tensor>& inputs) {
  return rows_of(run(make_non_max_suppression(options), inputs, 3).value());
}

/// The numbers of the boxes of one class.
std::vector<int64_t> boxes_of(const NonMaxSuppression& options, const std::vector<Tensor>& inputs) {
  std::vector<int64_t> boxes;
  for (const std::vector<int64_t>& row : chosen(options, inputs)) boxes.push_back(row[2]);
  return boxes;
}
using Boxes = std::vector<int64_t>;

// Boxes 0 and 1 share 1 of 3 (1/3), boxes 1 and 2 share 1 of 3, boxes 0 and 2 touch.
const Tensor kChain = floats({1, 3, 4}, {0, 0, 1, 2, 0, 1, 1, 3, 0, 2, 1, 4});

std::vector<Tensor> of_chain(std::initializer_list<float> scores, int64_t most, float overlap, float score) {
  return {kChain, floats({1, 1, 3}, scores), scalar(most), threshold(overlap), threshold(score)};
}

TEST(NonMaxSuppression, RemovesOverlaps) {
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, 3, 0.25f, 0)), (Boxes{1}));
  EXPECT_EQ(boxes_of({}, of_chain({3, 2, 1}, 3, 0.25f, 0)), (Boxes{0, 2}));  // 1 is removed, so it keeps 2
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, 3, 0.5f, 0)), (Boxes{1, 2, 0}));
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, 3, 1.0f / 3, 0)), (Boxes{1, 2, 0}));  // equal to the threshold
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, 2, 0.5f, 0)), (Boxes{1, 2}));
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, 0, 0.5f, 0)), (Boxes{}));
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, INT64_MAX, 0.5f, 2)), (Boxes{1, 2}));  // 2 >= 2
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, 3, -1, 0)), (Boxes{1}));               // 0 is above -1
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, 3, kNaN, 0)), (Boxes{1}));
  EXPECT_EQ(boxes_of({}, of_chain({1, 3, 2}, 3, 1, kNaN)), (Boxes{}));
  EXPECT_EQ(boxes_of({}, of_chain({-1, -3, -2}, 3, 1, -kInf)), (Boxes{0, 2, 1}));
  EXPECT_EQ(boxes_of({}, of_chain({2, 2, 2}, 2, 1, 0)), (Boxes{0, 1}));
  EXPECT_EQ(boxes_of({}, of_chain({kNaN, 1, kInf}, 3, 1, -kInf)), (Boxes{2, 1}));
  EXPECT_EQ(boxes_of({}, of_chain({-0.0f, 0, -0.0f}, 3, 1, 0)), (Boxes{0, 1, 2}));
  EXPECT_EQ(boxes_of({}, {kChain, floats({1, 1, 3}, {1, 3, 2})}), (Boxes{}));
  EXPECT_EQ(boxes_of({}, {kChain, floats({1, 1, 3}, {1, 3, 2}), scalar(9)}),
            (Boxes{1}));  // both thresholds 0
}

TEST(NonMaxSuppression, Boxes) {
  const auto of_boxes = [](std::initializer_list<float> boxes, bool center, float overlap) {
    return boxes_of({.center = center}, {floats({1, 2, 4}, boxes), floats({1, 1, 2}, {2, 1}), scalar(2),
                                         threshold(overlap), threshold(0)});
  };
  // They share 1 of 7.
  EXPECT_EQ(of_boxes({2, 0, 0, 2, 3, 3, 1, 1}, false, 0.142f), (Boxes{0}));
  EXPECT_EQ(of_boxes({2, 0, 0, 2, 3, 3, 1, 1}, false, 0.143f), (Boxes{0, 1}));
  EXPECT_EQ(of_boxes({1, 1, 2, 2, 2, 2, 2, 2}, true, 0.142f), (Boxes{0}));
  EXPECT_EQ(of_boxes({1, 1, 2, 2, 2, 2, -2, -2}, true, 0.142f), (Boxes{0}));
  EXPECT_EQ(of_boxes({1, 1, 2, 2, 2, 2, 2, 2}, true, 0.143f), (Boxes{0, 1}));
  // Without area, of any place.
  EXPECT_EQ(of_boxes({1, 1, 1, 1, 1, 1, 1, 1}, false, 0), (Boxes{0, 1}));
  EXPECT_EQ(of_boxes({1, 1, 1, 2, 1, 1, 1, 2}, false, 0), (Boxes{0, 1}));
  EXPECT_EQ(of_boxes({1, 1, 1, kNaN, 5, 5, 6, 6}, false, 1), (Boxes{0}));
  EXPECT_EQ(of_boxes({-kInf, 0, kInf, 1, 5, 5, 6, 6}, false, 1), (Boxes{0, 1}));  // 0 of infinity
  EXPECT_EQ(of_boxes({-kInf, 0, kInf, 1, -kInf, 0, kInf, 1}, false, 1), (Boxes{0}));
}

TEST(NonMaxSuppression, Order) {
  const Tensor boxes = floats({2, 2, 4}, {0, 0, 1, 1, 5, 5, 6, 6, 0, 0, 1, 1, 5, 5, 6, 6});
  const Tensor scores = floats({2, 2, 2}, {1, 4, 6, 3, 7, 4, 2, 6});
  const std::vector<Tensor> inputs = {boxes, scores, scalar(2), threshold(0), threshold(3)};
  EXPECT_EQ(chosen({}, inputs), (Rows{{1, 0, 0}, {0, 1, 0}, {1, 1, 1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}));
  EXPECT_EQ(chosen({.sorts_all = false}, inputs),
            (Rows{{0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 1}}));
  const std::vector<Tensor> outputs =
      run(make_non_max_suppression({.output_type = ElementType::kI32}), inputs, 3).value();
  EXPECT_TRUE(same(outputs[1], floats({6, 3}, {1, 0, 7, 0, 1, 6, 1, 1, 6, 0, 0, 4, 1, 0, 4, 0, 1, 3})));
  EXPECT_TRUE(same(outputs[2], of<int32_t>({6})));
}

TEST(NonMaxSuppression, Sigma) {
  const auto scores_of = [](bool removes, float sigma, float score) {
    std::vector<Tensor> inputs = of_chain({4, 3, 2}, 3, 0.25f, score);
    inputs.push_back(Tensor::of<float>({1}, {sigma}));
    return run(make_non_max_suppression({.removes_beyond_threshold = removes}), inputs, 3).value();
  };
  // exp(-0.5 / 9 / 0.5) = 0.894839... for boxes 0 and 1, and for boxes 1 and 2.
  const std::vector<Tensor> soft = scores_of(false, 0.5f, 0);
  EXPECT_EQ(rows_of(soft), (Rows{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}));
  EXPECT_FLOAT_EQ(soft[1].data<float>()[5], 3 * 0.8948393f);
  EXPECT_FLOAT_EQ(soft[1].data<float>()[8], 2 * 0.8948393f);
  EXPECT_EQ(rows_of(scores_of(false, 0.5f, 2.5f)), (Rows{{0, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(rows_of(scores_of(false, 0.01f, 0)), (Rows{{0, 0, 0}, {0, 0, 2}, {0, 0, 1}}));  // by 0.004
  EXPECT_EQ(rows_of(scores_of(true, 0.5f, 0)), (Rows{{0, 0, 0}, {0, 0, 2}}));
  EXPECT_EQ(rows_of(scores_of(false, -0.0f, 0)), (Rows{{0, 0, 0}, {0, 0, 2}}));
  EXPECT_EQ(rows_of(scores_of(false, kNaN, 0)), (Rows{{0, 0, 0}}));  // every score becomes NaN
}

TEST(NonMaxSuppression, Types) {
  const auto half = [](double value) { return round_to_f16(value); };
  const Tensor boxes = Tensor::of<f16>({1, 1, 4}, {half(0), half(0), half(1), half(1)});
  const Tensor scores = Tensor::of<f16>({1, 1, 1}, {half(0.1)});
  std::vector<Tensor> inputs = {boxes, scores, Tensor::scalar<uint8_t>(1), Tensor::scalar<double>(0)};
  const double tenth = 0.0999755859375;  // of f16
  EXPECT_TRUE(
      same(run(make_non_max_suppression(), inputs, 3).value()[1], Tensor::of<double>({1, 3}, {0, 0, tenth})));
  inputs.push_back(Tensor::scalar<double>(0.1));  // above the score
  EXPECT_EQ(boxes_of({}, inputs), (Boxes{}));
  inputs.pop_back();
  inputs.pop_back();
  EXPECT_TRUE(same(run(make_non_max_suppression(), inputs, 3).value()[1],
                   floats({1, 3}, {0, 0, static_cast<float>(tenth)})));
}

TEST(NonMaxSuppression, WithoutElements) {
  const auto none = [](const Shape& boxes, const Shape& scores) {
    return chosen({}, {Tensor::zeros(ElementType::kF32, boxes), Tensor::zeros(ElementType::kF32, scores),
                       scalar(3), threshold(0), threshold(-1)});
  };
  EXPECT_EQ(none({1, 0, 4}, {1, 2, 0}), Rows());
  EXPECT_EQ(none({0, 2, 4}, {0, 3, 2}), Rows());
  EXPECT_EQ(none({1, 2, 4}, {1, 0, 2}), Rows());
}

TEST(NonMaxSuppression, Shapes) {
  const Operation operation = make_non_max_suppression();
  const Tensor most = scalar(10);
  EXPECT_EQ(at_load(operation, {data_of({3, 100, 4}), data_of({3, 5, 100}), known(most)}, 3), "[0..150,3]");
  EXPECT_EQ(at_load(operation, {data_of({3, 7, 4}), data_of({3, 5, 7}), known(most)}, 3), "[0..105,3]");
  EXPECT_EQ(at_load(operation, {data_of({3, 7, 4}), data_of({3, 5, 7}), unknown(Shape())}, 3), "[0..105,3]");
  EXPECT_EQ(at_load(operation, {data_of({3, 7, 4}), data_of({3, kAny, 7}), known(most)}, 3), "[?,3]");
  EXPECT_EQ(at_load(operation, {data_of({3, 7, 4}), data_of({3, 5, 7})}, 3), "[0,3]");
  const auto rule = [&](const Shape& boxes, const Shape& scores, const Tensor& count) {
    return rule_of(operation,
                   {Tensor::zeros(ElementType::kF32, boxes), Tensor::zeros(ElementType::kF32, scores), count},
                   3);
  };
  EXPECT_EQ(rule({1, 2, 4}, {1, 1, 2}, scalar(1)), "");
  EXPECT_EQ(rule({1, 2, 4}, {1, 1, 2}, list({1})), "");
  EXPECT_EQ(rule({1, 2, 4}, {1, 1, 2}, list({1, 1})), "OP-5");
  EXPECT_EQ(rule({1, 2, 4}, {1, 1, 2}, scalar(-1)), "OP-6");
  EXPECT_EQ(rule({1, 2, 4}, {1, 1, 2}, threshold(1)), "OP-4");
  EXPECT_EQ(rule({1, 2, 4}, {1, 1, 3}, scalar(1)), "OP-5");
  EXPECT_EQ(rule({1, 2, 4}, {2, 1, 2}, scalar(1)), "OP-5");
  EXPECT_EQ(rule({1, 2, 5}, {1, 1, 2}, scalar(1)), "OP-5");
  EXPECT_EQ(rule({2, 4}, {1, 1, 2}, scalar(1)), "OP-5");
  EXPECT_EQ(rule({1, 2, 4}, {1, 2}, scalar(1)), "OP-5");
  const Tensor f64 = Tensor::scalar<double>(0);
  EXPECT_EQ(rule_of(operation, {kChain, floats({1, 1, 3}, {1, 2, 3}), most, f64, threshold(0)}, 3), "OP-4");
  EXPECT_EQ(rule_of(operation, {kChain, Tensor::zeros(ElementType::kF64, {1, 1, 3}), most}, 3), "OP-4");
}

TEST(NonMaxSuppression, Limits) {
  const Operation narrow = make_non_max_suppression({.output_type = ElementType::kI32});
  const int64_t many = int64_t{1} << 31;
  EXPECT_EQ(at_load(narrow, {data_of({1, many + 1, 4}), data_of({1, 1, many + 1})}, 3), "OP-6");
  EXPECT_EQ(at_load(narrow, {data_of({1, many, 4}), data_of({1, 1, many})}, 3), "[0,3]");
  EXPECT_EQ(
      at_load(make_non_max_suppression(),
              {data_of({kAny, kAny, 4}), data_of({INT64_MAX, INT64_MAX, INT64_MAX}), known(scalar(9))}, 3),
      "[?,3]");
}

using Alignment = RoiAlign::Alignment;

const Tensor kImage = [] {
  Tensor image = testing::counted({1, 1, 4, 4});
  for (float& x : std::span(image.writable<float>(), 16)) x += 1;
  return image;
}();

/// The elements that one region of an image of 4 by 4 elements becomes.
Tensor aligned(const RoiAlign& options, std::initializer_list<float> region, const Tensor& image = kImage) {
  return testing::run_one(make_roi_align(options), {image, floats({1, 4}, region), of<int32_t>({0})});
}

TEST(RoiAlign, Points) {
  const RoiAlign means{.height = 2, .width = 2, .points = 2};
  EXPECT_TRUE(same(aligned(means, {0, 0, 2, 2}), floats({1, 1, 2, 2}, {3.5f, 4.5f, 7.5f, 8.5f})));
  const RoiAlign greatest{.height = 2, .width = 2, .points = 2, .takes_greatest = true};
  EXPECT_TRUE(same(aligned(greatest, {0, 0, 2, 2}), floats({1, 1, 2, 2}, {4.75f, 5.75f, 8.75f, 9.75f})));
  EXPECT_TRUE(same(aligned(means, {3, 3, 6, 6}), floats({1, 1, 2, 2}, {4, 0, 0, 0})));  // one of four points
  EXPECT_TRUE(same(aligned(means, {-1, -1, 1, 1}), floats({1, 1, 2, 2}, {1, 1.5f, 3, 3.5f})));
  EXPECT_TRUE(same(aligned({.points = 1}, {3, 3, 5, 5}), floats({1, 1, 1, 1}, {16})));     // at 4, the size
  EXPECT_TRUE(same(aligned({.points = 1}, {3, 3, 5.5f, 5}), floats({1, 1, 1, 1}, {0})));   // at 4.25
  EXPECT_TRUE(same(aligned({.points = 1}, {-2, 0, 0, 2}), floats({1, 1, 1, 1}, {5})));     // at -1
  EXPECT_TRUE(same(aligned({.points = 1}, {-2.5f, 0, 0, 2}), floats({1, 1, 1, 1}, {0})));  // at -1.25
  EXPECT_TRUE(same(aligned({.points = 1}, {1, 1, 1, 1}), floats({1, 1, 1, 1}, {8.5f})));   // 1 by 1
  EXPECT_TRUE(same(aligned({.points = 1, .scale = 0.5}, {0, 0, 4, 4}), floats({1, 1, 1, 1}, {6})));
  EXPECT_TRUE(same(aligned({.points = 0}, {0, 0, 3, 1}), floats({1, 1, 1, 1}, {4.5f})));  // 0.5, 1.5 and 2.5
}

TEST(RoiAlign, Alignment) {
  const auto at = [](Alignment alignment) {
    return aligned({.points = 1, .scale = 0.5, .alignment = alignment}, {1, 1, 5, 3});
  };
  EXPECT_TRUE(same(at(Alignment::kAsymmetric), floats({1, 1, 1, 1}, {6.5f})));   // (1.5, 1)
  EXPECT_TRUE(same(at(Alignment::kHalfPixelForNn), floats({1, 1, 1, 1}, {4})));  // (1, 0.5)
  EXPECT_TRUE(same(at(Alignment::kHalfPixel), floats({1, 1, 1, 1}, {5.25f})));   // (1.25, 0.75)
  const RoiAlign adaptive{.width = 2, .points = 0, .alignment = Alignment::kHalfPixel};
  EXPECT_TRUE(same(aligned(adaptive, {3, 3, 1, 1}), floats({1, 1, 1, 2}, {0, 0})));  // no points
  EXPECT_TRUE(same(aligned({.points = 2, .alignment = Alignment::kHalfPixel}, {3, 3, 1, 1}),
                   floats({1, 1, 1, 1}, {11})));
}

TEST(RoiAlign, Numbers) {
  Tensor negative = kImage;
  for (float& x : std::span(negative.writable<float>(), 16)) x = -x;
  EXPECT_TRUE(same(aligned({.points = 1, .takes_greatest = true}, {0, 0, 2, 2}, negative),
                   floats({1, 1, 1, 1}, {-6})));
  EXPECT_TRUE(same(aligned({.points = 1}, {kNaN, 0, 2, 2}), floats({1, 1, 1, 1}, {kNaN})));
  EXPECT_TRUE(same(aligned({.points = 1}, {kInf, 0, kInf, 2}), floats({1, 1, 1, 1}, {kNaN})));
  EXPECT_TRUE(same(aligned({.points = 1}, {1e30f, 0, 2e30f, 2}), floats({1, 1, 1, 1}, {0})));
  EXPECT_TRUE(same(aligned({.points = 1}, {0, 0, 2, 2}, Tensor::zeros(ElementType::kF32, {1, 2, 0, 4})),
                   floats({1, 2, 1, 1}, {0, 0})));
  EXPECT_TRUE(same(aligned({.points = 1}, {0, 0, 2, 2}, Tensor::zeros(ElementType::kF32, {1, 0, 4, 4})),
                   Tensor::zeros(ElementType::kF32, {1, 0, 1, 1})));
}

TEST(RoiAlign, Rejected) {
  const Tensor region = floats({1, 4}, {0, 0, 2, 2});
  const auto rule = [&](const Tensor& image, const Tensor& regions, const Tensor& which) {
    return rule_of(make_roi_align({}), {image, regions, which});
  };
  EXPECT_EQ(rule(kImage, region, of<uint8_t>({0})), "");
  EXPECT_EQ(rule(kImage, region, of<int32_t>({1})), "OP-6");
  EXPECT_EQ(rule(kImage, region, of<int32_t>({-1})), "OP-6");
  EXPECT_EQ(rule(kImage, region, of<int32_t>({0, 0})), "OP-5");
  EXPECT_EQ(rule(kImage, region, of<float>({0})), "OP-4");
  EXPECT_EQ(rule(kImage, Tensor::zeros(ElementType::kF64, {1, 4}), of<int32_t>({0})), "OP-4");
  EXPECT_EQ(rule(kImage, floats({1, 3}, {0, 0, 2}), of<int32_t>({0})), "OP-5");
  EXPECT_EQ(rule(floats({1, 1, 1}, {0}), region, of<int32_t>({0})), "OP-5");
  for (const float end : {1e30f, kInf, kNaN})
    EXPECT_EQ(rule(kImage, floats({1, 4}, {0, 0, end, 2}), of<int32_t>({0})), "OP-6") << end;
  EXPECT_EQ(at_load(make_roi_align({.height = 7}),
                    {data_of({2, 3, kAny, 8}), data_of({kAny, 4}), unknown(Shape{5})}),
            "[5,3,7,1]");
}

}  // namespace
}  // namespace backedge::ops
