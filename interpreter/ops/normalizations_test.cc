#include "interpreter/ops/normalizations.h"

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
using testing::run_one;
using testing::same;
using testing::scalar;
using testing::unknown;

Tensor nothing(const Shape& shape) { return Tensor::zeros(ElementType::kF32, shape); }

TEST(Norms, AddUpMagnitudes) {
  const Tensor x = floats({2, 2}, {3, -4, -12, 5});
  EXPECT_TRUE(same(run_one(make_reduce_l1(), {x, list({1})}), floats({2}, {7, 17})));
  EXPECT_TRUE(same(run_one(make_reduce_l2(), {x, list({1})}), floats({2}, {5, 13})));
  EXPECT_TRUE(same(run_one(make_reduce_l2(true), {floats({3}, {1, 2, 2}), scalar(-1)}), floats({1}, {3})));
  EXPECT_TRUE(same(run_one(make_reduce_l1(), {x, list({1, 0})}), floats({}, {24})));
  // Without axes, both copy.
  EXPECT_TRUE(same(run_one(make_reduce_l1(), {x, list({})}), x));
  EXPECT_TRUE(same(run_one(make_reduce_l2(), {x, list({})}), x));
}

TEST(Norms, RoundEachStep) {
  // 4097 * 4097 = 2^24 + 2^13 + 1 rounds to 2^24 + 2^13, and so does the sum with 1.
  EXPECT_TRUE(same(run_one(make_reduce_l2(), {of<float>({4097, 1}), list({0})}), floats({}, {0x1.001p+12f})));
  EXPECT_TRUE(same(run_one(make_reduce_l2(), {of<float>({0x1p100f}), list({0})}), floats({}, {kInf})));
  EXPECT_TRUE(same(run_one(make_reduce_l1(), {of<float>({-kInf, kNaN}), list({0})}), floats({}, {kNaN})));
  EXPECT_TRUE(same(run_one(make_reduce_l1(), {nothing({0, 2}), list({0})}), floats({2}, {0, 0})));
  EXPECT_TRUE(same(run_one(make_reduce_l2(), {nothing({0}), list({0})}), floats({}, {0})));
}

TEST(Norms, OfIntegers) {
  EXPECT_TRUE(
      same(run_one(make_reduce_l1(), {of<int8_t>({100, -100}), list({0})}), Tensor::scalar<int8_t>(-56)));
  EXPECT_TRUE(same(run_one(make_reduce_l2(), {of<int32_t>({1, 1}), list({0})}), Tensor::scalar<int32_t>(1)));
  EXPECT_TRUE(
      same(run_one(make_reduce_l2(), {of<int32_t>({2, 1, 2}), list({0})}), Tensor::scalar<int32_t>(3)));
  EXPECT_EQ(rule_of(make_reduce_l1(), {of<bool>({true}), list({0})}), "OP-4");
  EXPECT_EQ(rule_of(make_reduce_l1(), {of<float>({1}), list({1})}), "OP-6");
}

TEST(BatchNorm, ByChannel) {
  const Tensor x = floats({1, 2, 2}, {1, 3, 5, 9});
  const Tensor gamma = floats({2}, {2, -1}), beta = floats({2}, {1, 10}), mean = floats({2}, {1, 5}),
               variance = floats({2}, {0.75f, 3.75f});
  const Tensor expected = floats({1, 2, 2}, {1, 5, 10, 8});
  EXPECT_TRUE(same(run_one(make_batch_norm(0.25), {x, gamma, beta, mean, variance}), expected));
  EXPECT_TRUE(same(run_one(make_batch_norm(0.25, true), {x, gamma, beta, mean, variance}), expected));
  EXPECT_TRUE(same(run_one(make_batch_norm(0.25, true), {gamma, beta, x, mean, variance}), expected));
  EXPECT_EQ(rule_of(make_batch_norm(0.25), {gamma, beta, x, mean, variance}), "OP-5");
  EXPECT_EQ(rule_of(make_batch_norm(0), {x, floats({1}, {1}), beta, mean, variance}), "OP-5");
  EXPECT_EQ(rule_of(make_batch_norm(0), {x, list({1, 1}), beta, mean, variance}), "OP-4");
  EXPECT_TRUE(same(run_one(make_batch_norm(0), {floats({1, 1}, {3}), floats({1}, {1}), floats({1}, {0}),
                                                floats({1}, {2}), floats({1}, {-1})}),
                   floats({1, 1}, {kNaN})));
  EXPECT_EQ(at_load(make_batch_norm(0, true), {unknown(PartialShape::any(), ElementType::kF32), data_of({2}),
                                               data_of({2, 2}), data_of({2}), data_of({2})}),
            "[...]");
  EXPECT_EQ(at_load(make_batch_norm(0),
                    {data_of({kAny, 2}), data_of({2}), data_of({kAny}), data_of({2}), data_of({2})}),
            "[?,2]");
}

TEST(Mvn, SubtractsTheMeanAndDivides) {
  const Tensor x = floats({2, 2}, {1, 3, 5, 5});
  EXPECT_TRUE(same(run_one(make_mvn({.divides = false, .epsilon = 1}), {x, list({1})}),
                   floats({2, 2}, {-1, 1, 0, 0})));
  EXPECT_TRUE(same(run_one(make_mvn({.epsilon = 3}), {x, list({-1})}), floats({2, 2}, {-0.5f, 0.5f, 0, 0})));
  EXPECT_TRUE(same(run_one(make_mvn({.epsilon = 3, .inside_root = false}), {x, list({1})}),
                   floats({2, 2}, {-0.25f, 0.25f, 0, 0})));
  // The mean of all is 3.5; squares 6.25, 0.25, 2.25, 2.25 have the mean 2.75.
  EXPECT_TRUE(same(run_one(make_mvn({.epsilon = 1.25}), {x, list({0, 1})}),
                   floats({2, 2}, {-1.25f, -0.25f, 0.75f, 0.75f})));
  EXPECT_TRUE(same(run_one(make_mvn({.epsilon = 1}), {x, list({})}), floats({2, 2}, {0, 0, 0, 0})));
  EXPECT_TRUE(same(run_one(make_mvn_along({.epsilon = 3}, {-1}), {x}), floats({2, 2}, {-0.5f, 0.5f, 0, 0})));
  EXPECT_TRUE(same(run_one(make_mvn_from({.epsilon = 3}, 1), {x}), floats({2, 2}, {-0.5f, 0.5f, 0, 0})));
  EXPECT_TRUE(same(run_one(make_mvn_from({.epsilon = 3}, 2), {x}), floats({2, 2}, {0, 0, 0, 0})));
  EXPECT_EQ(rule_of(make_mvn({.epsilon = 1}), {x, list({2})}), "OP-6");
  EXPECT_EQ(rule_of(make_mvn({.epsilon = 1}), {x, list({1, -1})}), "OP-6");
  EXPECT_EQ(rule_of(make_mvn({.epsilon = 1}), {x, of<uint8_t>({1})}), "OP-4");
  EXPECT_EQ(rule_of(make_mvn({.epsilon = 1}), {list({1}), list({0})}), "OP-4");
  EXPECT_EQ(rule_of(make_mvn_along({.epsilon = 1}, {1, -1}), {x}), "OP-5");
  EXPECT_EQ(at_load(make_mvn({.epsilon = 1}), {data_of({kAny, 3}), unknown(Shape{1})}), "[?,3]");
}

TEST(NormalizeL2, DividesByTheNorm) {
  const Tensor x = floats({2, 2}, {3, -4, 0, 0});
  EXPECT_TRUE(same(run_one(make_normalize_l2({.epsilon = 11}), {x, list({1})}),
                   floats({2, 2}, {0.5f, -0x1.555556p-1f, 0, 0})));
  EXPECT_TRUE(same(run_one(make_normalize_l2({.epsilon = 100, .adds_epsilon = false}), {x, list({1})}),
                   floats({2, 2}, {0.3f, -0.4f, 0, 0})));
  EXPECT_TRUE(same(run_one(make_normalize_l2({.epsilon = 7}), {x, list({})}),
                   floats({2, 2}, {0.75f, -0x1.ab099ap-1f, 0, 0})));
  EXPECT_TRUE(same(run_one(make_normalize_l2({.epsilon = 11}), {x, scalar(1)}),
                   floats({2, 2}, {0.5f, -0x1.555556p-1f, 0, 0})));
  EXPECT_EQ(rule_of(make_normalize_l2({.epsilon = 1}), {x, floats({1}, {1})}), "OP-4");
  EXPECT_TRUE(same(run_one(make_grn(11), {x}), floats({2, 2}, {0.5f, -0x1.555556p-1f, 0, 0})));
  EXPECT_EQ(rule_of(make_grn(1), {floats({1}, {1})}), "OP-5");
  EXPECT_EQ(rule_of(make_grn(1), {nothing({1, 1, 1, 1, 1})}), "OP-5");
}

TEST(Lrn, SumsRegions) {
  const Tensor ones = floats({1, 5}, {1, 1, 1, 1, 1});
  const auto normal = [&](int64_t size, int64_t before) {
    const Lrn options = {.alpha = static_cast<double>(size),
                         .beta = 1,
                         .bias = 0,
                         .size = size,
                         .before = before,
                         .after = size / 2};
    return run_one(make_lrn(options), {ones, list({1})});
  };
  EXPECT_TRUE(same(normal(1, 0), ones));
  EXPECT_TRUE(same(normal(3, 1), floats({1, 5}, {0.5f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 0.5f})));
  EXPECT_TRUE(same(normal(2, 1), floats({1, 5}, {0.5f, 1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 0.5f})));
  EXPECT_TRUE(same(normal(4, 2), floats({1, 5}, {1 / 3.0f, 0.25f, 0.2f, 0.25f, 1 / 3.0f})));
  EXPECT_TRUE(same(normal(2, 0), floats({1, 5}, {0.5f, 0.5f, 0.5f, 0.5f, 1})));
  EXPECT_TRUE(same(normal(INT64_MAX, INT64_MAX / 2), floats({1, 5}, {0.2f, 0.2f, 0.2f, 0.2f, 0.2f})));
  EXPECT_TRUE(same(run_one(make_lrn({.alpha = 9, .beta = 2, .bias = 0, .size = 3, .before = 1, .after = 1}),
                           {floats({2, 2}, {1, 1, 1, 1}), list({0, 1})}),
                   floats({2, 2}, {0.0625f, 0.0625f, 0.0625f, 0.0625f})));
  EXPECT_TRUE(same(run_one(make_lrn({.alpha = 2, .beta = 1, .bias = 1, .size = 3, .before = 1, .after = 1}),
                           {floats({2}, {1, 2}), list({})}),
                   floats({2}, {1 / 3.0f, 2 / 9.0f})));
  EXPECT_EQ(rule_of(make_lrn({}), {ones, list({2})}), "OP-6");
  EXPECT_EQ(run_one(make_lrn({}), {nothing({0, 3}), list({0})}).shape(), (Shape{0, 3}));
}

TEST(GroupNormalization, ByGroup) {
  // Groups [1, 3] and [5, 5]; [2, 2] and [4, 8]: means 2, 5, 2, 6 and variances 1, 0, 0, 4.
  const Tensor x = floats({2, 2, 2}, {1, 3, 5, 5, 2, 2, 4, 8});
  const Tensor scale = floats({2}, {2, 5}), bias = floats({2}, {1, 3});
  EXPECT_TRUE(same(run_one(make_group_normalization({.groups = 2, .epsilon = 2.25}), {x, scale, bias}),
                   floats({2, 2, 2}, {1 - 2 / 0x1.cd82b4p+0f, 1 + 2 / 0x1.cd82b4p+0f, 3, 3, 1, 1, -1, 7})));
  // One group: mean 3.5 and variance 2.75; mean 4 and variance 6.
  EXPECT_TRUE(same(run_one(make_group_normalization({.groups = 1, .epsilon = 1.25}),
                           {floats({1, 2, 2}, {1, 3, 5, 5}), scale, bias}),
                   floats({1, 2, 2}, {-1.5f, 0.5f, 6.75f, 6.75f})));
  EXPECT_TRUE(same(run_one(make_group_normalization({.groups = 1, .epsilon = 3}),
                           {floats({1, 2}, {1, 3}), floats({2}, {4, 8}), floats({2}, {0, 1})}),
                   floats({1, 2}, {-2, 5})));
  EXPECT_EQ(rule_of(make_group_normalization({.groups = 3, .epsilon = 1}), {x, scale, bias}), "OP-5");
  EXPECT_EQ(rule_of(make_group_normalization({.groups = 1, .epsilon = 1}), {x, floats({1}, {1}), bias}),
            "OP-5");
  EXPECT_EQ(run_one(make_group_normalization({.groups = 2, .epsilon = 1}), {nothing({0, 2, 3}), scale, bias})
                .shape(),
            (Shape{0, 2, 3}));
}

}  // namespace
}  // namespace backedge::ops
