#include "interpreter/ops/elementwise.h"

#include <gtest/gtest.h>

#include <limits>

#include "interpreter/ops/movement.h"
#include "interpreter/ops/testing/testing.h"

namespace backedge::ops {
namespace {

using testing::expect_binary;
using testing::expect_relation;
using testing::expect_unary;
using testing::kInf;
using testing::kNaN;
using testing::of;
using testing::rule_of;
using testing::run_one;
using testing::same;

using Broadcasts = Operation(const Broadcasting&);

TEST(Arithmetic, EveryNumericTypeAndNoOther) {
  for (int type = 0; type <= static_cast<int>(ElementType::kF64); ++type) {
    const Tensor x = Tensor::zeros(static_cast<ElementType>(type), {2});
    for (Broadcasts* make :
         {make_add, make_subtract, make_multiply, make_maximum, make_minimum, make_squared_difference}) {
      EXPECT_EQ(rule_of(make({}), {x, x}), type == 0 ? "OP-4" : "");
    }
    for (Broadcasts* make :
         {make_equal, make_not_equal, make_less, make_less_equal, make_greater, make_greater_equal}) {
      EXPECT_EQ(rule_of(make({}), {x, x}), "");
    }
    for (Broadcasts* make : {make_logical_and, make_logical_or, make_logical_xor}) {
      EXPECT_EQ(rule_of(make({}), {x, x}), type == 0 ? "" : "OP-4");
    }
    for (const auto make : {make_exp, make_sigmoid, make_softsign}) {
      EXPECT_EQ(rule_of(make(), {x}), is_real(x.type()) ? "" : "OP-4");
    }
    for (const auto make : {make_abs, make_negative, make_sign, make_floor, make_ceiling, make_sqrt, make_log,
                            make_sin, make_cos, make_tanh, make_relu}) {
      EXPECT_EQ(rule_of(make(), {x}), type == 0 ? "OP-4" : "");
    }
    EXPECT_EQ(rule_of(make_identity(), {x}), "");
  }
  EXPECT_EQ(rule_of(make_add(), {of<float>({1}), of<double>({1})}), "OP-4");
  EXPECT_EQ(rule_of(make_equal(), {of<int32_t>({1}), of<int64_t>({1})}), "OP-4");
}

TEST(Arithmetic, Broadcasts) {
  const Tensor column = Tensor::of<float>({2, 1}, {10, 20}), row = Tensor::of<float>({3}, {1, 2, 3});
  EXPECT_TRUE(same(run_one(make_add(), {column, row}), Tensor::of<float>({2, 3}, {11, 12, 13, 21, 22, 23})));
  EXPECT_TRUE(
      same(run_one(make_subtract(), {row, column}), Tensor::of<float>({2, 3}, {-9, -8, -7, -19, -18, -17})));
  EXPECT_TRUE(same(run_one(make_subtract(), {row, Tensor::scalar(1.0f)}), of<float>({0, 1, 2})));
  EXPECT_TRUE(same(run_one(make_subtract(), {Tensor::scalar(1.0f), row}), of<float>({0, -1, -2})));
  EXPECT_TRUE(same(run_one(make_add(), {Tensor::scalar(1.0f), Tensor::scalar(2.0f)}), Tensor::scalar(3.0f)));
  EXPECT_TRUE(same(run_one(make_add(), {Tensor::zeros(ElementType::kF32, {0, 3}), row}),
                   Tensor::of<float>({0, 3}, {})));
  EXPECT_EQ(rule_of(make_add(), {row, of<float>({1, 2})}), "OP-5");
  const Tensor cube = Tensor::of<int32_t>({2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const Tensor middle = Tensor::of<int32_t>({3, 1}, {100, 200, 300});
  EXPECT_TRUE(
      same(run_one(make_add(), {cube, middle}),
           Tensor::of<int32_t>({2, 3, 2}, {100, 101, 202, 203, 304, 305, 106, 107, 208, 209, 310, 311})));
}

TEST(Arithmetic, BroadcastNoneAndPdpd) {
  const Operation none = make_add({.mode = Broadcasting::Mode::kNone});
  EXPECT_EQ(rule_of(none, {of<float>({1, 2}), of<float>({1})}), "OP-5");
  EXPECT_EQ(rule_of(none, {of<float>({1, 2}), Tensor::scalar(1.0f)}), "OP-5");
  EXPECT_EQ(rule_of(none, {of<float>({1, 2}), of<float>({1, 2})}), "");
  const Operation pdpd = make_add({.mode = Broadcasting::Mode::kPdpd, .axis = 0});
  const Tensor square = Tensor::of<float>({2, 2}, {1, 2, 3, 4});
  const Tensor by_row = Tensor::of<float>({2, 2}, {11, 12, 23, 24});
  EXPECT_TRUE(same(run_one(pdpd, {square, of<float>({10, 20})}), by_row));
  EXPECT_TRUE(same(run_one(pdpd, {square, Tensor::of<float>({2, 1}, {10, 20})}), by_row));
  EXPECT_TRUE(same(run_one(make_add({.mode = Broadcasting::Mode::kPdpd}), {square, of<float>({10, 20})}),
                   Tensor::of<float>({2, 2}, {11, 22, 13, 24})));
  EXPECT_EQ(rule_of(pdpd, {of<float>({10, 20}), square}), "OP-5");
  EXPECT_EQ(rule_of(pdpd, {of<float>({1}), of<float>({10, 20})}), "OP-5");
}

TEST(Arithmetic, DivisionOfIntegers) {
  const Operation truncated = make_divide(), floored = make_divide({.floors_integers = true});
  expect_binary<int32_t>(floored, {7, -7, 7, -7, 6, INT32_MIN}, {2, 2, -2, -2, -3, -1},
                         {3, -4, -4, 3, -2, INT32_MIN});
  EXPECT_TRUE(same(run_one(truncated, {of<int32_t>({7, -7, 7, -7}), of<int32_t>({2, 2, -2, -2})}),
                   of<int32_t>({3, -3, -3, 3})));
  expect_binary<uint8_t>(floored, {255, 7}, {2, 8}, {127, 0});
  expect_binary<int8_t>(make_mod(), {7, -7, 7, -7, -128}, {3, 3, -3, -3, -1}, {1, -1, 1, -1, 0});
  expect_binary<int64_t>(make_floor_mod(), {7, -7, 7, -7, INT64_MIN, 6}, {3, 3, -3, -3, -1, -3},
                         {1, 2, -2, -1, 0, 0});
  for (const Operation& division : {make_divide(), make_mod(), make_floor_mod()}) {
    EXPECT_EQ(rule_of(division, {of<int32_t>({1, 2}), of<int32_t>({1, 0})}), "NUM-8");
    EXPECT_EQ(rule_of(division, {of<uint64_t>({1}), of<uint64_t>({0})}), "NUM-8");
    EXPECT_EQ(rule_of(division, {Tensor::zeros(ElementType::kI32, {0}), of<int32_t>({0})}),
              "");  // there is nothing to divide
    EXPECT_EQ(rule_of(division, {of<float>({1}), of<float>({0})}), "");
  }
}

TEST(Arithmetic, DivisionOfReals) {
  expect_binary<float>(make_divide(), {1, -1, 0, 7}, {0, 0, 0, 2}, {kInf, -kInf, kNaN, 3.5f});
  expect_binary<float>(make_mod(), {5.5f, -5.5f, 5.5f, -4, 3, kInf, 1}, {2, 2, -2, 2, kInf, 2, 0},
                       {1.5f, -1.5f, 1.5f, -0.0f, 3, kNaN, kNaN});
  expect_binary<float>(make_floor_mod(), {5.5f, -5.5f, 5.5f, -4, 4, 3, -3, kInf, 1},
                       {2, 2, -2, 2, -2, kInf, kInf, 2, 0},
                       {1.5f, 0.5f, -0.5f, 0.0f, -0.0f, 3, kInf, kNaN, kNaN});
}

TEST(Arithmetic, Powers) {
  expect_binary<int32_t>(make_power(), {2, 1, -1, -1, 3, 0, 3, 2, 5}, {-1, -5, -3, -4, 0, 0, 21, 32, 1},
                         {0, 1, -1, 1, 1, 1, 1870418611, 0, 5});
  expect_binary<uint8_t>(make_power(), {3, 255, 255}, {5, 2, 3}, {243, 1, 255});
  expect_binary<int64_t>(make_power(), {INT64_MIN, INT64_MAX, -1}, {1, 2, INT64_MIN}, {INT64_MIN, 1, 1});
  EXPECT_EQ(rule_of(make_power(), {of<int32_t>({0}), of<int32_t>({-1})}), "NUM-8");
  expect_binary<float>(make_power(), {2, 0, -8, -2}, {0.5f, -1, 3, 0.5f}, {0x1.6a09e6p0f, kInf, -512, kNaN});
  expect_binary<int32_t>(make_squared_difference(), {5, INT32_MIN}, {8, 1}, {9, 1});
  expect_binary<float>(make_squared_difference(), {5, kInf}, {8, kInf}, {9, kNaN});
}

TEST(Arithmetic, MaximumAndMinimum) {
  expect_binary<float>(make_maximum(), {kNaN, 1, -0.0f, 0, -kInf}, {1, kNaN, 0, -0.0f, 3},
                       {kNaN, kNaN, 0, 0, 3});
  expect_binary<float>(make_minimum(), {kNaN, 1, -0.0f, 0, -kInf}, {1, kNaN, 0, -0.0f, 3},
                       {kNaN, kNaN, -0.0f, -0.0f, -kInf});
  expect_binary<uint64_t>(make_maximum(), {UINT64_MAX}, {0}, {UINT64_MAX});
  expect_binary<bf16>(make_maximum(), {{0x8000}, {0xffc1}}, {{0x0000}, {0x3f80}}, {{0x0000}, {0x7fc0}});
}

TEST(Comparison, Relations) {
  const std::initializer_list<float> a = {1, 2, 2, kNaN, -0.0f, kInf}, b = {2, 2, 1, kNaN, 0, kNaN};
  expect_relation<float>(make_equal(), a, b, {false, true, false, false, true, false});
  expect_relation<float>(make_not_equal(), a, b, {true, false, true, true, false, true});
  expect_relation<float>(make_less(), a, b, {true, false, false, false, false, false});
  expect_relation<float>(make_less_equal(), a, b, {true, true, false, false, true, false});
  expect_relation<float>(make_greater(), a, b, {false, false, true, false, false, false});
  expect_relation<float>(make_greater_equal(), a, b, {false, true, true, false, true, false});
  expect_relation<bool>(make_less(), {false, true}, {true, false}, {true, false});
  expect_relation<uint64_t>(make_greater(), {UINT64_MAX}, {1}, {true});
  expect_relation<f16>(make_equal(), {{0x8000}, {0x7e00}}, {{0x0000}, {0x7e00}}, {true, false});
}

TEST(Comparison, Logical) {
  const std::initializer_list<bool> a = {false, false, true, true}, b = {false, true, false, true};
  expect_binary<bool>(make_logical_and(), a, b, {false, false, false, true});
  expect_binary<bool>(make_logical_or(), a, b, {false, true, true, true});
  expect_binary<bool>(make_logical_xor(), a, b, {false, true, true, false});
  expect_unary<bool>(make_logical_not(), {false, true}, {true, false});
}

TEST(Functions, OfReals) {
  expect_unary<float>(make_abs(), {-1, -0.0f, kInf, kNaN, -kNaN}, {1, 0, kInf, kNaN, kNaN});
  expect_unary<float>(make_negative(), {-1, 0, kInf, kNaN}, {1, -0.0f, -kInf, kNaN});
  expect_unary<float>(make_sign(), {-3, -0.0f, 0x1p-149f, -kNaN}, {-1, 0, 1, kNaN});
  expect_unary<float>(make_floor(), {-0.5f, 0.5f, -0.0f, 3, -kInf, -kNaN}, {-1, 0, -0.0f, 3, -kInf, kNaN});
  expect_unary<float>(make_ceiling(), {-0.5f, 0.5f, -0.0f, 3, kInf}, {-0.0f, 1, -0.0f, 3, kInf});
  expect_unary<float>(make_relu(), {-1, -0.0f, 2, kNaN}, {0, 0, 2, kNaN});
  expect_unary<double>(make_sqrt(), {4, 2, -1, -0.0},
                       {2, 0x1.6a09e667f3bcdp0, std::numeric_limits<double>::quiet_NaN(), -0.0});
  expect_unary<f16>(make_sigmoid(), {{0x0000}, {0x7c00}, {0xfc00}}, {{0x3800}, {0x3c00}, {0x0000}});
  expect_unary<float>(make_tanh(), {0, 1}, {0, 0x1.85efacp-1f});
  expect_unary<float>(make_exp(), {0, 1}, {1, 0x1.5bf0a8p1f});
  expect_unary<float>(make_log(), {1, 0}, {0, -kInf});
  expect_unary<float>(make_sin(), {1}, {0x1.aed548p-1f});
  expect_unary<float>(make_cos(), {1}, {0x1.14a280p-1f});
}

// f16: 1 + 2048 is 2048; 2048 / 2049 would round to 1 - 2^-11.
TEST(Functions, SoftSign) {
  expect_unary<float>(make_softsign(), {3, -1, 0x1p24f, -0x1p24f}, {0.75f, -0.5f, 1, -1});
  expect_unary<float>(make_softsign(), {0, -0.0f, 0x1p-149f, 0x1.fffffep127f}, {0, -0.0f, 0x1p-149f, 1});
  expect_unary<float>(make_softsign(), {kInf, -kInf, -kNaN}, {kNaN, kNaN, kNaN});
  expect_unary<f16>(make_softsign(), {{0x6800}, {0x3800}, {0xfbff}}, {{0x3c00}, {0x3555}, {0xbc00}});
  EXPECT_EQ(run_one(make_softsign(), {Tensor::zeros(ElementType::kBF16, {0, 2})}).shape(), (Shape{0, 2}));
}

TEST(Functions, OfIntegers) {
  expect_unary<int8_t>(make_abs(), {-1, 5, -128}, {1, 5, -128});
  expect_unary<uint8_t>(make_negative(), {1, 0}, {255, 0});
  expect_unary<int64_t>(make_sign(), {INT64_MIN, 0, 7}, {-1, 0, 1});
  expect_unary<int32_t>(make_floor(), {INT32_MAX, -3}, {INT32_MAX, -3});
  expect_unary<int32_t>(make_sqrt(), {0, 2, 3, 6, 7, 9, -4}, {0, 1, 2, 2, 3, 3, 0});
  expect_unary<uint64_t>(make_sqrt(),
                         {UINT64_MAX, 18446744065119617025u, 18446744069414584320u, 18446744069414584321u},
                         {4294967296, 4294967295, 4294967295, 4294967296});
  expect_unary<int32_t>(make_log(), {1, 2, 3, 7, 8, 0, -1}, {0, 0, 1, 1, 2, INT32_MIN, 0});
  expect_unary<uint64_t>(make_log(), {UINT64_MAX, 4311231547115195, 4311231547115196}, {44, 35, 36});
  expect_unary<int32_t>(make_sin(), {0, 1, 22}, {0, 0, 0});
  expect_unary<int32_t>(make_cos(), {0, 1, 22}, {1, 0, 0});
  expect_unary<int32_t>(make_tanh(), {-5, 0, 1}, {-1, 0, 1});
  expect_unary<int32_t>(make_relu(), {-5, 5}, {0, 5});
}

TEST(Functions, Clamp) {
  const Operation clamp = make_clamp({.low = -1.5, .high = 2.5});
  EXPECT_TRUE(same(run_one(clamp, {of<float>({-3, 3, 0, kNaN})}), of<float>({-1.5f, 2.5f, 0, kNaN})));
  EXPECT_TRUE(same(run_one(clamp, {of<int32_t>({-3, 3, 0})}), of<int32_t>({-1, 2, 0})));
  EXPECT_TRUE(same(run_one(clamp, {of<uint8_t>({0, 255})}), of<uint8_t>({0, 2})));
  const Operation wide = make_clamp({.low = -1e30, .high = 1e30});
  EXPECT_TRUE(
      same(run_one(wide, {of<int64_t>({INT64_MIN, INT64_MAX})}), of<int64_t>({INT64_MIN, INT64_MAX})));
}

TEST(Functions, HardSigmoid) {
  const Operation operation = make_hard_sigmoid();
  const Tensor alpha = Tensor::scalar(0.25f), beta = Tensor::scalar(0.5f);
  EXPECT_TRUE(same(run_one(operation, {of<float>({-4, 0, 1, 4, kNaN}), alpha, beta}),
                   of<float>({0, 0.5f, 0.75f, 1, kNaN})));
  EXPECT_EQ(rule_of(operation, {of<float>({1}), of<float>({1}), beta}), "OP-5");
  EXPECT_EQ(rule_of(operation, {of<float>({1}), Tensor::scalar(1.0), beta}), "OP-4");
}

Tensor converted(std::string_view type, const Tensor& from) {
  return run_one(make_convert(*element_type_named(type)), {from});
}

TEST(Convert, FromReals) {
  const Tensor reals = of<float>({1.9f, -1.9f, 3e9f, -3e9f, kNaN, kInf, -0.0f});
  EXPECT_TRUE(same(converted("i32", reals), of<int32_t>({1, -1, INT32_MAX, INT32_MIN, 0, INT32_MAX, 0})));
  EXPECT_TRUE(same(converted("u8", reals), of<uint8_t>({1, 0, 255, 0, 0, 255, 0})));
  EXPECT_TRUE(same(converted("boolean", reals), of<bool>({true, true, true, true, true, true, false})));
  EXPECT_TRUE(same(converted("i64", of<double>({0x1p63, 0x1.fffffffffffffp62, -0x1p63})),
                   of<int64_t>({INT64_MAX, 9223372036854774784, INT64_MIN})));
  EXPECT_TRUE(
      same(converted("u64", of<double>({0x1p64, 0x1p63})), of<uint64_t>({UINT64_MAX, uint64_t{1} << 63})));
  EXPECT_TRUE(
      same(converted("f16", of<double>({65520, 65519, 0x1p-25})), of<f16>({{0x7c00}, {0x7bff}, {0x0000}})));
  EXPECT_TRUE(same(converted("f32", of<f16>({{0xfe01}, {0x0001}})), of<float>({kNaN, 0x1p-24f})));
  EXPECT_TRUE(same(converted("f16", of<f16>({{0xfe01}})), of<f16>({{0xfe01}})));  // moved, not computed
}

TEST(Convert, FromIntegersAndBooleans) {
  EXPECT_TRUE(same(converted("u8", of<int32_t>({-1, 256, 511})), of<uint8_t>({255, 0, 255})));
  EXPECT_TRUE(same(converted("i8", of<uint64_t>({200, UINT64_MAX})), of<int8_t>({-56, -1})));
  EXPECT_TRUE(same(converted("boolean", of<int64_t>({0, 256, -1})), of<bool>({false, true, true})));
  EXPECT_TRUE(same(converted("f32", of<bool>({false, true})), of<float>({0, 1})));
  // Rounded once. Rounded to f64 first, these would be ties.
  const int64_t past_tie = (int64_t{1} << 62) + (int64_t{1} << 54);
  EXPECT_TRUE(same(converted("bf16", of<int64_t>({past_tie, past_tie + 1, -past_tie - 1})),
                   of<bf16>({{0x5e80}, {0x5e81}, {0xde81}})));
  EXPECT_TRUE(same(converted("f32", of<int64_t>({(int64_t{1} << 60) + (int64_t{1} << 36) + 1})),
                   of<float>({0x1.000002p60f})));
  EXPECT_TRUE(same(converted("f16", of<uint64_t>({65519, 65520, UINT64_MAX})),
                   of<f16>({{0x7bff}, {0x7c00}, {0x7c00}})));
  EXPECT_TRUE(
      same(run_one(make_convert_like(), {of<int32_t>({3, 4}), Tensor::scalar(1.0)}), of<double>({3, 4})));
}

Tensor narrow(ElementType type, std::initializer_list<int> bytes) {
  Tensor tensor = Tensor::zeros(type, {std::ssize(bytes)});
  std::transform(bytes.begin(), bytes.end(), tensor.writable_bytes(),
                 [](int byte) { return static_cast<std::byte>(byte); });
  return tensor;
}

TEST(Convert, ToAndFromNarrowTypes) {
  const Tensor f8 = narrow(ElementType::kF8E4M3, {0x38, 0xc0, 0x7f});
  EXPECT_TRUE(same(converted("f32", f8), of<float>({1, -2, kNaN})));
  EXPECT_TRUE(same(converted("i32", f8), of<int32_t>({1, -2, 0})));
  EXPECT_TRUE(same(converted("f8e4m3", of<double>({1, -2.01, 500})), f8));
  EXPECT_TRUE(same(converted("f8e4m3", f8), f8));
  EXPECT_TRUE(same(converted("f8e5m2", f8), narrow(ElementType::kF8E5M2, {0x3c, 0xc0, 0x7e})));
  EXPECT_TRUE(same(converted("i4", of<int32_t>({7, 8, -9})), narrow(ElementType::kI4, {7, -8, 7})));
  EXPECT_TRUE(same(converted("i16", narrow(ElementType::kI4, {-8, 7})), of<int16_t>({-8, 7})));
  EXPECT_TRUE(same(converted("u4", of<f16>({{0x4cc0}, {0xbc00}})), narrow(ElementType::kU4, {3, 15})));
  EXPECT_TRUE(same(converted("u2", of<bool>({true, false})), narrow(ElementType::kU2, {1, 0})));
  EXPECT_TRUE(same(converted("boolean", narrow(ElementType::kU2, {2, 0})), of<bool>({true, false})));
  // Rounded once: as a double, the number above the middle would be the middle, and 2^61 has the even bits.
  const int64_t middle = (int64_t{1} << 61) + (int64_t{1} << 60);
  EXPECT_TRUE(same(converted("f8e8m0", of<int64_t>({middle, middle + 1})),
                   narrow(ElementType::kF8E8M0, {61 + 127, 62 + 127})));
}

TEST(Select, KeepsBits) {
  const Tensor mask = Tensor::of<bool>({2, 1}, {true, false});
  const Tensor a = of<f16>({{0xfe01}, {0x8000}}), b = Tensor::scalar(f16{0x7d00});
  EXPECT_TRUE(same(run_one(make_select(), {mask, a, b}),
                   Tensor::of<f16>({2, 2}, {{0xfe01}, {0x8000}, {0x7d00}, {0x7d00}})));
  EXPECT_TRUE(same(run_one(make_select(), {Tensor::scalar(true), of<bool>({true}), of<bool>({false})}),
                   of<bool>({true})));
  EXPECT_EQ(rule_of(make_select(), {of<int32_t>({1}), a, a}), "OP-4");
  EXPECT_EQ(rule_of(make_select(), {mask, a, of<float>({1})}), "OP-4");
  EXPECT_EQ(rule_of(make_select(), {Tensor::of<bool>({3}, {true, true, true}), a, a}), "OP-5");
  EXPECT_TRUE(same(run_one(make_identity(), {a}), a));
}

}  // namespace
}  // namespace backedge::ops
