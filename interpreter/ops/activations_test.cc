#include <gtest/gtest.h>

#include "interpreter/ops/along_axis.h"
#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/fake_convert.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::expect_unary;
using testing::floats;
using testing::kInf;
using testing::kNaN;
using testing::of;
using testing::rule_of;
using testing::run_one;
using testing::same;

TEST(Activations, RealTypesAndNoOthers) {
  for (int type = 0; type <= static_cast<int>(ElementType::kF64); ++type) {
    const Tensor x = Tensor::zeros(static_cast<ElementType>(type), {0, 2});
    const Tensor one = Tensor::zeros(x.type(), {1}), scalar = Tensor::zeros(x.type(), {});
    const std::string rule = is_real(x.type()) ? "" : "OP-4";
    for (const auto make :
         {make_hsigmoid, make_hswish, make_softplus, make_mish, make_swish, make_gelu_erf, make_gelu_tanh}) {
      EXPECT_EQ(rule_of(make(), {x}), rule);
    }
    EXPECT_EQ(rule_of(make_elu(1), {x}), rule);
    EXPECT_EQ(rule_of(make_selu(), {x, one, one}), rule);
    EXPECT_EQ(rule_of(make_prelu(), {x, one}), rule);
    EXPECT_EQ(rule_of(make_swish(), {x, scalar}), rule);
    EXPECT_EQ(rule_of(make_log_softmax(), {x}), rule);
    EXPECT_EQ(rule_of(make_fake_quantize({}), {x, one, one, one, one}), rule);
  }
}

TEST(Activations, Hard) {
  // (0.5 + 3) / 6 is 0.58333...; in bf16 it lies between 0x3f15 and 0x3f16.
  expect_unary<float>(make_hsigmoid(), {-4, -3, 0, 3, 4, kInf, -kInf, kNaN}, {0, 0, 0.5f, 1, 1, 1, 0, kNaN});
  expect_unary<bf16>(make_hsigmoid(), {{0x3f00}}, {{0x3f15}});
  expect_unary<float>(make_hswish(), {-4, -1.5f, 1.5f, 3, 7, kInf, -kInf, kNaN},
                      {-0.0f, -0.375f, 1.125f, 3, 7, kInf, kNaN, kNaN});
}

// e^-20 + 1 rounds to 1. e^89 is infinite in f32 but not in f64, where e^89 + 1 rounds to e^89.
TEST(Activations, SoftPlusAndMish) {
  expect_unary<float>(make_softplus(), {0, -20, 20, 89, kInf, -kInf, -kNaN},
                      {0x1.62e43p-1f, 0, 20, 89, kInf, 0, kNaN});
  expect_unary<double>(make_softplus(), {89, 1000}, {89, 1000});
  expect_unary<f16>(make_softplus(), {{0x4a00}}, {{0x4a00}});  // 12, above log(65504)
  // tanh(log(2)) = 0.6, times 0 or times 89.
  expect_unary<float>(make_mish(), {0, -0.0f, 89, kInf, -kInf, kNaN}, {0, -0.0f, 89, kInf, kNaN, kNaN});
}

TEST(Activations, Swish) {
  const Tensor x = floats({5}, {0, -0.0f, 200, -kInf, kNaN});
  EXPECT_TRUE(same(run_one(make_swish(), {x}), floats({5}, {0, -0.0f, 200, kNaN, kNaN})));
  EXPECT_TRUE(same(run_one(make_swish(), {x, Tensor::scalar(0.0f)}),
                   floats({5}, {0, -0.0f, 100, kNaN, kNaN})));  // sigmoid(0) = 1/2; 0 * infinity
  // sigmoid(1) = 0.7310586, and sigmoid(2) = 0.8807971.
  EXPECT_TRUE(same(run_one(make_swish(), {floats({1}, {2}), Tensor::scalar(0.5f)}),
                   floats({1}, {0x1.764d500000000p+0f})));
  EXPECT_EQ(rule_of(make_swish(), {x, Tensor::scalar(-1.0f)}), "OP-6");
  EXPECT_EQ(rule_of(make_swish(), {x, Tensor::scalar(-0.0f)}), "");
  EXPECT_EQ(rule_of(make_swish(), {x, floats({1}, {1})}), "OP-5");
  EXPECT_EQ(rule_of(make_swish(), {x, Tensor::scalar(1.0)}), "OP-4");
}

TEST(Activations, Gelu) {
  for (const auto make : {make_gelu_erf, make_gelu_tanh})
    expect_unary<float>(make(), {0, -0.0f, 50, -50, kInf, -kInf, kNaN},
                        {0, -0.0f, 50, -0.0f, kInf, kNaN, kNaN});
  // bf16: 1 / sqrt(2) = 0.707, whose erf 0.68359375 (0x3f2f) + 1 rounds to 1.6875, times 1/2.
  expect_unary<bf16>(make_gelu_erf(), {{0x3f80}}, {{0x3f58}});
}

TEST(Activations, EluAndSelu) {
  // e^-1 - 1 = -0.63212056, e^(-log 2) - 1 = -1/2 within the rounding of log 2 to f32.
  expect_unary<float>(make_elu(2), {3, 0, -0.0f, -200, kInf, -kInf, kNaN}, {3, 0, 0, -2, kInf, -2, kNaN});
  expect_unary<float>(make_elu(0), {3, -3, -kInf}, {3, -0.0f, -0.0f});
  const Tensor x = floats({5}, {3, 0, -200, -kInf, kNaN}), alpha = floats({1}, {1.5f}),
               lambda = floats({1}, {2});
  EXPECT_TRUE(same(run_one(make_selu(), {x, alpha, lambda}), floats({5}, {6, 0, -3, -3, kNaN})));
  EXPECT_EQ(rule_of(make_selu(), {x, Tensor::scalar(1.5f), lambda}), "");
  EXPECT_EQ(rule_of(make_selu(), {x, alpha, floats({2}, {1, 1})}), "OP-5");
}

TEST(PRelu, SlopeOfChannelsOrColumns) {
  const Tensor x = floats({1, 2, 2}, {-1, 1, -2, -kInf});
  EXPECT_TRUE(
      same(run_one(make_prelu(), {x, floats({2}, {10, 100})}), floats({1, 2, 2}, {-10, 1, -200, -kInf})));
  EXPECT_TRUE(
      same(run_one(make_prelu(), {x, floats({1, 2}, {10, 100})}), floats({1, 2, 2}, {-10, 1, -20, -kInf})));
  EXPECT_TRUE(same(run_one(make_prelu(), {x, floats({1}, {0})}), floats({1, 2, 2}, {-0.0f, 1, -0.0f, kNaN})));
  // One dimension has no channels; 3 is the size of the last dimension alone.
  EXPECT_TRUE(
      same(run_one(make_prelu(), {floats({2}, {-1, -1}), floats({2}, {2, 3})}), floats({2}, {-2, -3})));
  EXPECT_TRUE(
      same(run_one(make_prelu(), {floats({1, 2, 3}, {-1, -1, -1, -1, -1, -1}), floats({3}, {2, 3, 4})}),
           floats({1, 2, 3}, {-2, -3, -4, -2, -3, -4})));
  EXPECT_TRUE(same(run_one(make_prelu(), {floats({3}, {-0.0f, -kNaN, 0}), floats({1}, {2})}),
                   floats({3}, {-0.0f, kNaN, 0})));
  EXPECT_EQ(rule_of(make_prelu(), {x, floats({3}, {1, 2, 3})}), "OP-5");
  EXPECT_EQ(rule_of(make_prelu(), {x, Tensor::scalar(1.0f)}), "OP-5");
  EXPECT_EQ(rule_of(make_prelu(), {floats({1}, {1}), floats({2}, {1, 2})}), "OP-5");  // x is not repeated
}

TEST(LogSoftmax, OfLines) {
  // Two equal numbers give 0 - log(2). The sum of e^-infinity and e^0 is that of the latter alone.
  const Operation rows = make_log_softmax({.axis = 1});
  EXPECT_TRUE(same(run_one(rows, {floats({4, 2}, {7, 7, -kInf, 5, kInf, 1, -kInf, -kInf})}),
                   floats({4, 2}, {-0x1.62e43p-1f, -0x1.62e43p-1f, -kInf, 0, kNaN, kNaN, kNaN, kNaN})));
  EXPECT_TRUE(
      same(run_one(make_log_softmax({.axis = -2}), {floats({2, 1}, {1, 1000})}), floats({2, 1}, {-999, 0})));
  EXPECT_EQ(run_one(rows, {floats({3, 0}, {})}).shape(), (Shape{3, 0}));
  EXPECT_EQ(rule_of(make_log_softmax({.axis = 2}), {floats({1, 1}, {1})}), "OP-5");
}

Tensor quantized(const Tensor& x, int64_t levels, float in_low, float in_high, float out_low,
                 float out_high) {
  return run_one(make_fake_quantize({.levels = levels}), {x, Tensor::scalar(in_low), Tensor::scalar(in_high),
                                                          Tensor::scalar(out_low), Tensor::scalar(out_high)});
}

TEST(FakeQuantize, Levels) {
  // The levels 0 to 4 become -1, -0.5, 0, 0.5, 1. Halves go to the even level.
  const Tensor x = floats({10}, {-7, 0, 0.5f, 1.2f, 1.5f, 2.5f, 3.5f, 4, 9, kNaN});
  EXPECT_TRUE(same(quantized(x, 5, 0, 4, -1, 1), floats({10}, {-1, -1, -1, -0.5f, 0, 0, 1, 1, 1, kNaN})));
  EXPECT_TRUE(same(quantized(floats({4}, {kInf, -kInf, 1, 1.5f}), 2, 1, 1, 3, 5), floats({4}, {5, 3, 3, 5})));
  // input_low 4 is level 0, and 3 is level 1. The comparisons are with the smaller and the larger limit.
  EXPECT_TRUE(same(quantized(floats({4}, {3, 0, 5, 4}), 5, 4, 0, 10, 50), floats({4}, {20, 10, 50, 10})));
}

TEST(FakeQuantize, RepeatsItsLimits) {
  const Tensor x = floats({2, 2}, {1, 1, 2, 2}), zero = Tensor::scalar(0.0f);
  const Tensor high = floats({2}, {2, 4}), out = floats({2, 1}, {8, 16});
  const auto rule = [&](const Broadcasting& broadcasting, const Tensor& limit) {
    return rule_of(make_fake_quantize({.levels = 5, .broadcasting = broadcasting}),
                   {x, zero, limit, zero, out});
  };
  // Levels 2, 1, 4 and 2 of 4: half, a quarter, all and half of the row's output_high.
  EXPECT_TRUE(same(run_one(make_fake_quantize({.levels = 5}), {x, zero, high, zero, out}),
                   floats({2, 2}, {4, 2, 16, 8})));
  EXPECT_EQ(rule({}, floats({3}, {1, 2, 3})), "OP-5");
  EXPECT_EQ(rule({}, floats({1, 1, 1}, {1})), "OP-5");  // x is not repeated
  EXPECT_EQ(rule({.mode = Broadcasting::Mode::kNone}, high), "OP-5");
  const Operation none =
      make_fake_quantize({.levels = 2, .broadcasting = {.mode = Broadcasting::Mode::kNone}});
  EXPECT_TRUE(same(run_one(none, {high, floats({2}, {1, 3}), floats({2}, {3, 9}), floats({2}, {0, 1}), high}),
                   floats({2}, {0, 1})));
}

TEST(FakeConvert, RoundsToTheNarrowType) {
  const auto converted = [](ElementType narrow, const Tensor& x) {
    return run_one(make_fake_convert(narrow), {x, Tensor::scalar(1.0f)});
  };
  // f8e4m3 has 8 steps between powers of two and the smallest number 2^-9; f8e5m2 has 4, and 2^-16.
  const Tensor x = floats({8}, {1.0625f, 1.1875f, -449, 464, 0x1p-10f, 0x1.1p-10f, -0.0f, 0x1p-17f});
  EXPECT_TRUE(
      same(converted(ElementType::kF8E4M3, x), floats({8}, {1, 1.25f, -448, 448, 0, 0x1p-9f, -0.0f, 0})));
  EXPECT_TRUE(same(converted(ElementType::kF8E5M2, x),
                   floats({8}, {1, 1.25f, -448, 448, 0x1p-10f, 0x1p-10f, -0.0f, 0})));
  const Tensor large = floats({4}, {465, 61440, kInf, kNaN});
  EXPECT_TRUE(same(converted(ElementType::kF8E4M3, large), floats({4}, {kNaN, kNaN, kNaN, kNaN})));
  EXPECT_TRUE(same(converted(ElementType::kF8E5M2, large), floats({4}, {448, kInf, kInf, kNaN})));
}

TEST(FakeConvert, ScalesAndShifts) {
  const Operation e4m3 = make_fake_convert(ElementType::kF8E4M3);
  // 3 * 2 - 1 = 5, 7.3 * 2 - 1 = 13.6 becomes 14, 100 * 2 - 1 = 199 becomes 192.
  const Tensor x = floats({3}, {3, 7.3f, 100}), two = floats({1}, {2}), one = floats({1}, {1});
  EXPECT_TRUE(same(run_one(e4m3, {x, two, one}), floats({3}, {3, 7.5f, 96.5f})));
  // Without a shift 14.6 becomes 15. 200 is halfway between 192 and 208, and 192 is even.
  EXPECT_TRUE(same(run_one(e4m3, {x, two}), floats({3}, {3, 7.5f, 96})));
  // 9 * 2 = 18 stays; 9 * 3 = 27 is halfway between 26 and 28, and 28 is even.
  const Tensor matrix = floats({2, 2}, {9, 9, 9, 9}), rows = floats({2, 1}, {2, 3});
  EXPECT_TRUE(same(run_one(e4m3, {matrix, rows}), floats({2, 2}, {9, 9, 28.0f / 3, 28.0f / 3})));
}

TEST(FakeConvert, RepeatsScaleAndShift) {
  const Operation e5m2 = make_fake_convert(ElementType::kF8E5M2);
  const Tensor x = floats({2, 2}, {1, 1, 1, 1}), one = Tensor::scalar(1.0f);
  EXPECT_EQ(rule_of(e5m2, {x, one, one}), "");
  EXPECT_EQ(rule_of(e5m2, {x, floats({2, 1}, {1, 2}), floats({2, 1}, {1, 2})}), "");
  EXPECT_EQ(rule_of(e5m2, {x, one, floats({1}, {1})}), "OP-5");
  EXPECT_EQ(rule_of(e5m2, {x, floats({3}, {1, 2, 3})}), "OP-5");
  EXPECT_EQ(rule_of(e5m2, {x, floats({1, 1, 1}, {1})}), "OP-5");  // x is not repeated
  EXPECT_EQ(rule_of(e5m2, {x, Tensor::scalar(1.0)}), "OP-4");
  EXPECT_EQ(rule_of(e5m2, {Tensor::scalar(1.0), Tensor::scalar(1.0)}), "OP-4");
  EXPECT_EQ(rule_of(e5m2, {Tensor::scalar<int32_t>(1), Tensor::scalar<int32_t>(1)}), "OP-4");
  EXPECT_EQ(run_one(e5m2, {floats({0, 3}, {}), one}).shape(), (Shape{0, 3}));
}

}  // namespace
}  // namespace backedge::ops
