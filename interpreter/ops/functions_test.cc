#include <gtest/gtest.h>

#include "interpreter/ops/elementwise.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::expect_binary;
using testing::expect_class;
using testing::expect_unary;
using testing::kInf;
using testing::kNaN;
using testing::of;
using testing::rule_of;
using testing::run_one;
using testing::same;

TEST(Types, OfFunctions) {
  for (int type = 0; type <= static_cast<int>(ElementType::kF64); ++type) {
    const Tensor x = Tensor::zeros(static_cast<ElementType>(type), {2});
    const bool is_boolean = type == 0, real = is_real(x.type());
    for (const auto make : {make_tan, make_asin, make_acos, make_atan, make_sinh, make_cosh, make_asinh,
                            make_acosh, make_atanh, make_erf}) {
      EXPECT_EQ(rule_of(make(), {x}), is_boolean ? "OP-4" : "");
    }
    EXPECT_EQ(rule_of(make_atan2(), {x, x}), real ? "" : "OP-4");
    EXPECT_EQ(rule_of(make_round(), {x}), is_boolean ? "OP-4" : "");
    EXPECT_EQ(rule_of(make_is_nan(), {x}), real ? "" : "OP-4");
    EXPECT_EQ(rule_of(make_is_inf(), {x}), real ? "" : "OP-4");
    EXPECT_EQ(rule_of(make_is_finite(), {x}), real ? "" : "OP-4");
    EXPECT_EQ(rule_of(make_bitwise_not(), {x}), real ? "OP-4" : "");
    for (const auto make : {make_bitwise_and, make_bitwise_or, make_bitwise_xor})
      EXPECT_EQ(rule_of(make({}), {x, x}), real ? "OP-4" : "");
    for (const auto make : {make_bitwise_left_shift, make_bitwise_right_shift})
      EXPECT_EQ(rule_of(make({}), {x, x}), real || is_boolean ? "OP-4" : "");
  }
}

TEST(Functions, TrigonometricOfReals) {
  expect_unary<float>(make_tan(), {0, -0.0f, 1, kInf, kNaN}, {0, -0.0f, 0x1.8eb246p0f, kNaN, kNaN});
  expect_unary<float>(make_asin(), {-0.0f, 1, -1, 1.5f, kInf},
                      {-0.0f, 0x1.921fb6p0f, -0x1.921fb6p0f, kNaN, kNaN});
  expect_unary<float>(make_acos(), {1, 0, -1, -2, kNaN}, {0, 0x1.921fb6p0f, 0x1.921fb6p1f, kNaN, kNaN});
  expect_unary<float>(make_atan(), {-0.0f, 1, -kInf, 0x1p-149f},
                      {-0.0f, 0x1.921fb6p-1f, -0x1.921fb6p0f, 0x1p-149f});
  expect_unary<f16>(make_atan(), {{0x7c00}}, {{0x3e48}});
}

TEST(Functions, AnglesOfPoints) {
  const Operation atan2 = make_atan2();
  constexpr float kTurn = 0x1.921fb6p2f, kThreeEighths = 0x1.2d97c8p1f;  // three eighths of the turn
  // One point in each quadrant, and points that are far away or near.
  expect_binary<float>(
      atan2, {1, 1, -1, -1, -3, 3e38f, 1e-45f, -1e-45f}, {1, -1, -1, 1, 4, 1e-45f, -3e38f, 3e38f},
      {kTurn / 8, kThreeEighths, -kThreeEighths, -kTurn / 8, -0x1.4978fap-1f, kTurn / 4, kTurn / 2, -0.0f});
  // On the axes, a zero has a sign.
  expect_binary<float>(atan2, {0, -0.0f, 0, -0.0f, 0, -0.0f, 0, -0.0f}, {2, 2, 0, 0, -0.0f, -0.0f, -2, -2},
                       {0, -0.0f, 0, -0.0f, kTurn / 2, -kTurn / 2, kTurn / 2, -kTurn / 2});
  expect_binary<float>(atan2, {2, 2, -2, -2}, {0, -0.0f, 0, -0.0f},
                       {kTurn / 4, kTurn / 4, -kTurn / 4, -kTurn / 4});
  expect_binary<float>(atan2, {kInf, kInf, -kInf, -kInf, kInf, -kInf, 5, -5, 5, -5, 0, -0.0f, kInf},
                       {kInf, -kInf, kInf, -kInf, -3, 0, kInf, kInf, -kInf, -kInf, -kInf, kInf, -0.0f},
                       {kTurn / 8, kThreeEighths, -kTurn / 8, -kThreeEighths, kTurn / 4, -kTurn / 4, 0, -0.0f,
                        kTurn / 2, -kTurn / 2, kTurn / 2, -0.0f, kTurn / 4});
  expect_binary<float>(atan2, {kNaN, 1, -kNaN, kInf, kNaN}, {1, -kNaN, kInf, kNaN, 0},
                       {kNaN, kNaN, kNaN, kNaN, kNaN});
  // Below half of the smallest number, and below one and a half of it: an angle is less than its tangent.
  expect_binary<float>(atan2, {0x1p-149f, -0x1p-149f, 0x3p-149f, 0x5p-149f}, {2, 2, 2, 2},
                       {0, -0.0f, 0x1p-149f, 0x1p-148f});
  expect_binary<double>(atan2, {0.1, 0.0, 0x3p-1074, -5}, {0.3, -1, 2, -1e-300},
                        {0x1.4978fa3269ee2p-2, 0x1.921fb54442d18p1, 0x1p-1074, -0x1.921fb54442d18p0});
  expect_binary<f16>(atan2, {{0x3c00}, {0x8000}}, {{0x4000}, {0xbc00}}, {{0x376b}, {0xc248}});  // 1 / 2, -pi
  expect_binary<bf16>(atan2, {{0x0000}}, {{0xff80}}, {{0x4049}});
  EXPECT_TRUE(same(run_one(atan2, {Tensor::of<float>({2, 1}, {1, -1}), of<float>({1, -1})}),
                   Tensor::of<float>({2, 2}, {kTurn / 8, kThreeEighths, -kTurn / 8, -kThreeEighths})));
  EXPECT_EQ(run_one(atan2, {Tensor::zeros(ElementType::kF32, {2, 0}), Tensor::scalar(1.0f)}).shape(),
            (Shape{2, 0}));
  EXPECT_EQ(rule_of(make_atan2({.mode = Broadcasting::Mode::kNone}), {of<float>({1}), Tensor::scalar(1.0f)}),
            "OP-5");
  EXPECT_EQ(rule_of(atan2, {of<float>({1}), of<double>({1})}), "OP-4");
}

TEST(Functions, HyperbolicOfReals) {
  expect_unary<float>(make_sinh(), {-0.0f, 1, 90, -kInf, kNaN}, {-0.0f, 0x1.2cd9fcp0f, kInf, -kInf, kNaN});
  expect_unary<float>(make_cosh(), {-0.0f, 1, -90, -kInf, kNaN}, {1, 0x1.8b0756p0f, kInf, kInf, kNaN});
  expect_unary<float>(make_asinh(), {-0.0f, 1, -kInf}, {-0.0f, 0x1.c34366p-1f, -kInf});
  expect_unary<float>(make_acosh(), {1, 2, 0.5f, -kInf, kInf}, {0, 0x1.5124280000000p+0f, kNaN, kNaN, kInf});
  expect_unary<float>(make_atanh(), {-0.0f, 0.5f, 1, -1, 2}, {-0.0f, 0x1.193ea8p-1f, kInf, -kInf, kNaN});
  expect_unary<float>(make_erf(), {-0.0f, 1, 10, -kInf, kNaN}, {-0.0f, 0x1.af767ap-1f, 1, -1, kNaN});
}

TEST(Functions, OfIntegersAreRoundedToTheNearest) {
  expect_unary<int32_t>(make_tan(), {-2, -1, 0, 1, 2}, {2, -2, 0, 2, -2});  // on the page
  expect_unary<uint8_t>(make_tan(), {1, 2}, {2, 0});
  expect_unary<int32_t>(make_asin(), {0, 1, -1, 2}, {0, 2, -2, 0});
  expect_unary<int32_t>(make_acos(), {0, 1, -1, 2}, {2, 0, 3, 0});
  expect_unary<int32_t>(make_atan(), {0, 1, 2, -9}, {0, 1, 1, -1});
  expect_unary<int64_t>(make_sinh(), {1, -5, 100, -100}, {1, -74, INT64_MAX, INT64_MIN});
  // sinh(43) = 2363919734114673280.88, which a double does not hold.
  expect_unary<int64_t>(make_sinh(), {43}, {2363919734114673281});
  expect_unary<uint64_t>(make_cosh(), {0, 2, 100}, {1, 4, UINT64_MAX});
  expect_unary<int8_t>(make_cosh(), {5, -6}, {74, 127});
  expect_unary<int32_t>(make_asinh(), {1, -2, INT32_MIN}, {1, -1, -22});
  expect_unary<int32_t>(make_acosh(), {0, 1, 2, -7}, {0, 0, 1, 0});
  expect_unary<int16_t>(make_atanh(), {0, 1, -1, 9, -9}, {0, INT16_MAX, INT16_MIN, INT16_MAX, INT16_MIN});
  expect_unary<uint32_t>(make_atanh(), {0, 1, 9}, {0, UINT32_MAX, UINT32_MAX});
  expect_unary<int32_t>(make_erf(), {0, 1, -1, INT32_MAX}, {0, 1, -1, 1});
}

TEST(Round, Halves) {
  const Operation even = make_round(), away = make_round(Halves::kAwayFromZero);
  expect_unary<float>(even, {-4.5f, -1.9f, -1.5f, 0.5f, 0.9f, 1.5f, 2.3f, 2.5f}, {-4, -2, -2, 0, 1, 2, 2, 2});
  expect_unary<float>(away, {-4.5f, -1.9f, -1.5f, 0.5f, 0.9f, 1.5f, 2.3f, 2.5f}, {-5, -2, -2, 1, 1, 2, 2, 3});
  for (const Operation& round : {even, away}) {
    expect_unary<float>(round, {0x1.fffffep-2f, 8388609, -0.25f, -0.0f, -kInf, -kNaN},
                        {0, 8388609, -0.0f, -0.0f, -kInf, kNaN});
    expect_unary<int64_t>(round, {INT64_MAX, INT64_MIN, 5}, {INT64_MAX, INT64_MIN, 5});
  }
  expect_unary<f16>(even, {{0x3e00}, {0xb800}, {0x7bff}}, {{0x4000}, {0x8000}, {0x7bff}});  // 1.5, -0.5
}

TEST(Classes, OfNumbers) {
  const std::initializer_list<float> x = {kNaN, -kNaN, kInf, -kInf, 0, 0x1.fffffep127f};
  expect_class<float>(make_is_nan(), x, {true, true, false, false, false, false});
  expect_class<float>(make_is_finite(), x, {false, false, false, false, true, true});
  expect_class<float>(make_is_inf(), x, {false, false, true, true, false, false});
  expect_class<float>(make_is_inf({.detects_negative = false}), x, {false, false, true, false, false, false});
  expect_class<float>(make_is_inf({.detects_positive = false}), x, {false, false, false, true, false, false});
  expect_class<f16>(make_is_nan(), {{0x7d01}, {0x7c00}}, {true, false});
  expect_class<bf16>(make_is_inf(), {{0xff80}, {0xff81}}, {true, false});
}

TEST(Bitwise, Logic) {
  expect_binary<uint8_t>(make_bitwise_and(), {21, 120}, {3, 37}, {1, 32});  // on the page
  expect_binary<uint8_t>(make_bitwise_or(), {21, 120}, {3, 37}, {23, 125});
  expect_binary<int8_t>(make_bitwise_xor(), {-1, 5, -128}, {5, 5, 127}, {-6, 0, -1});
  expect_binary<bool>(make_bitwise_and(), {true, true}, {true, false}, {true, false});
  expect_binary<bool>(make_bitwise_or(), {false, false}, {true, false}, {true, false});
  expect_binary<bool>(make_bitwise_xor(), {true, true}, {true, false}, {false, true});
  expect_unary<uint8_t>(make_bitwise_not(), {1, 3}, {254, 252});
  expect_unary<int64_t>(make_bitwise_not(), {0, INT64_MIN}, {-1, INT64_MAX});
  expect_unary<bool>(make_bitwise_not(), {true, false}, {false, true});
  EXPECT_TRUE(same(run_one(make_bitwise_or(), {Tensor::of<int32_t>({2, 1}, {1, 2}), of<int32_t>({4, 8})}),
                   Tensor::of<int32_t>({2, 2}, {5, 9, 6, 10})));
}

TEST(Bitwise, Shifts) {
  const Operation left = make_bitwise_left_shift(), right = make_bitwise_right_shift();
  expect_binary<int32_t>(left, {5, -6, 3, 1, 1, 1, -7}, {1, 2, 31, 31, 32, -1, 100},
                         {10, -24, INT32_MIN, INT32_MIN, 0, 0, 0});
  expect_binary<int32_t>(right, {-100, 100, -100, INT32_MIN, -1, 5, -5, -5}, {3, 3, 31, 31, 32, 32, 32, -1},
                         {-13, 12, -1, -1, -1, 0, -1, -1});
  expect_binary<uint8_t>(left, {100, 5, 255, 1}, {3, 8, 7, 200}, {32, 0, 128, 0});
  expect_binary<uint8_t>(right, {200, 200, 200}, {3, 7, 8}, {25, 1, 0});
  expect_binary<int8_t>(left, {-128, 64, 1}, {1, 1, 7}, {0, -128, -128});
  expect_binary<uint64_t>(left, {1, 3, 1}, {63, 63, 64}, {uint64_t{1} << 63, uint64_t{1} << 63, 0});
  expect_binary<int64_t>(right, {INT64_MIN, INT64_MIN}, {63, 62}, {-1, -2});
}

}  // namespace
}  // namespace backedge::ops
