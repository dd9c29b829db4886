#include "interpreter/ops/pooling.h"

#include "interpreter/ops/testing/testing.h"

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
using testing::rule_of;
using testing::run;
using testing::run_one;
using testing::same;
using testing::unknown;
using Padding = Windows::Padding;
using Rounding = Windows::Rounding;

/// Windows along one axis.
Windows line(int64_t stride, int64_t begin = 0, int64_t end = 0, Rounding rounding = Rounding::kDown,
             int64_t dilation = 1) {
  return {.strides = {stride},
          .dilations = {dilation},
          .pads_begin = {begin},
          .pads_end = {end},
          .rounding = rounding};
}
Windows line_with(Padding padding, int64_t stride) {
  return {.strides = {stride}, .dilations = {1}, .padding = padding};
}
Windows plane(int64_t stride, int64_t pad, Rounding rounding = Rounding::kDown, int64_t dilation = 1) {
  return {.strides = {stride, stride},
          .dilations = {dilation, dilation},
          .pads_begin = {pad, pad},
          .pads_end = {pad, pad},
          .rounding = rounding};
}

Tensor row(std::initializer_list<float> values) { return floats({1, 1, std::ssize(values)}, values); }
Tensor positions(const Shape& shape, std::initializer_list<int64_t> values) {
  return Tensor::of<int64_t>(shape, values);
}

/// The greatest elements of windows of a row and their positions.
void expect_greatest(const MaxPool& options, const Tensor& data, std::initializer_list<float> expected,
                     std::initializer_list<int64_t> at) {
  const Operation operation = make_max_pool(options);
  const auto both = run(operation, {data}, 2);
  ASSERT_TRUE(both.ok()) << both.error().text();
  EXPECT_TRUE(same(both.value()[0], row(expected)));
  EXPECT_TRUE(same(both.value()[1], positions({1, 1, std::ssize(at)}, at)));
  EXPECT_TRUE(same(run_one(operation, {data}), row(expected)));
}

TEST(MaxPool, OfARow) {
  const Tensor page = row({-1, 2, 3, 5, -7, 9, 1});
  expect_greatest({line(1), {3}}, page, {3, 5, 5, 9, 9}, {2, 3, 3, 5, 5});
  expect_greatest({line(2), {3}}, page, {3, 5, 9}, {2, 3, 5});
  expect_greatest({line(2, 1, 2), {3}}, page, {2, 5, 9, 9}, {1, 3, 5, 5});
  expect_greatest({line(1, 0, 0, Rounding::kDown, 3), {2}}, page, {5, 2, 9, 5}, {3, 1, 5, 3});
  expect_greatest({line_with(Padding::kSameUpper, 1), {2}}, page, {2, 3, 5, 5, 9, 9, 1},
                  {1, 2, 3, 3, 5, 5, 6});
  expect_greatest({line_with(Padding::kSameLower, 3), {2}}, page, {-1, 5, 9}, {0, 3, 5});
}

TEST(MaxPool, RoundsTheNumberOfWindows) {
  const Tensor data = row({1, 2, 3, 4, 5, 6});
  expect_greatest({line(3), {2}}, data, {2, 5}, {1, 4});
  expect_greatest({line(3, 0, 0, Rounding::kUp), {2}}, data, {2, 5, -kInf}, {1, 4, 0});  // begins at 6
  expect_greatest({line(3, 0, 0, Rounding::kUpInData), {2}}, data, {2, 5}, {1, 4});
  expect_greatest({line(5, 0, 0, Rounding::kUpInData), {2}}, data, {2, 6}, {1, 5});
  expect_greatest({line(2, 1, 1, Rounding::kUp), {2}}, row({1, 2, 3}), {1, 3, -kInf}, {0, 2, 0});
  expect_greatest({line(2, 1, 1, Rounding::kUpInData), {2}}, row({1, 2, 3}), {1, 3}, {0, 2});
  // Two windows begin behind data. Only the last one is dropped.
  expect_greatest({line(2, 1, 3, Rounding::kUpInData), {2}}, row({1, 2, 3}), {1, 3, -kInf}, {0, 2, 0});
  Windows valid = line_with(Padding::kValid, 2);
  valid.rounding = Rounding::kUp;
  expect_greatest({valid, {2}}, row({1, 3, 2}), {3, 2}, {1, 2});
}

// The first example of the page, whose -6 at position 5 is not the greatest one of 3, -6 and padding.
TEST(MaxPool, OfPlanes) {
  const Tensor page = floats({1, 1, 3, 3}, {-1, 2, 3, 4, 5, -6, -7, 8, 9});
  const auto greatest = run(make_max_pool({plane(1, 1), {2, 2}}), {page}, 2);
  EXPECT_TRUE(
      same(greatest.value()[0], floats({1, 1, 4, 4}, {-1, 2, 3, 3, 4, 5, 5, 3, 4, 8, 9, 9, -7, 8, 9, 9})));
  EXPECT_TRUE(
      same(greatest.value()[1], positions({1, 1, 4, 4}, {0, 1, 2, 2, 3, 4, 4, 2, 3, 7, 8, 8, 6, 7, 8, 8})));
  EXPECT_TRUE(same(run_one(make_max_pool({plane(1, 1, Rounding::kDown, 2), {2, 2}}),
                           {floats({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}),
                   floats({1, 1, 3, 3}, {5, 6, 5, 8, 9, 8, 5, 6, 5})));
}

TEST(MaxPool, PositionsCountFromAnAxis) {
  const Tensor data = counted({2, 2, 2, 2});
  const auto at = [&](int64_t axis) {
    return run(make_max_pool({plane(1, 0), {2, 2}, axis}), {data}, 2).value()[1];
  };
  EXPECT_TRUE(same(at(0), positions({2, 2, 1, 1}, {3, 7, 11, 15})));
  EXPECT_TRUE(same(at(1), positions({2, 2, 1, 1}, {3, 7, 3, 7})));
  EXPECT_TRUE(same(at(2), positions({2, 2, 1, 1}, {3, 3, 3, 3})));
  EXPECT_TRUE(same(at(-1), positions({2, 2, 1, 1}, {1, 1, 1, 1})));
  const auto small = run(make_max_pool({plane(1, 0), {2, 2}, 0, ElementType::kI32}), {data}, 2);
  EXPECT_TRUE(same(small.value()[1], Tensor::of<int32_t>({2, 2, 1, 1}, {3, 7, 11, 15})));
  EXPECT_EQ(rule_of(make_max_pool({plane(1, 0), {2, 2}, 4}), {data}, 2), "OP-5");
}

TEST(MaxPool, OfSpecialNumbers) {
  expect_greatest({line(1), {2}}, row({1, kNaN, 2, 3}), {kNaN, kNaN, 3}, {1, 1, 3});
  expect_greatest({line(1), {2}}, row({0, -0.0f, 0}), {0, 0}, {0, 2});
  expect_greatest({line(1), {3}}, row({7, 7, 7, 6}), {7, 7}, {0, 1});
  expect_greatest({line(1, 1, 1), {1}}, row({-kInf}), {-kInf, -kInf, -kInf}, {0, 0, 0});
  expect_greatest({line(1), {2}}, row({1, -kInf, -kInf}), {1, -kInf}, {0, 1});
  const Operation alone = make_max_pool({line(1, 1, 0), {1}});
  EXPECT_TRUE(
      same(run_one(alone, {Tensor::of<int8_t>({1, 1, 1}, {-5})}), Tensor::of<int8_t>({1, 1, 2}, {-128, -5})));
  EXPECT_TRUE(
      same(run_one(alone, {Tensor::of<uint16_t>({1, 1, 1}, {5})}), Tensor::of<uint16_t>({1, 1, 2}, {0, 5})));
}

TEST(MaxPool, PositionsBeyondI32) {
  const int64_t most = int64_t{INT32_MAX} + 1;
  const auto rule = [](const Operation& operation, std::initializer_list<testing::Dim> shape,
                       std::vector<Operand> more = {}) {
    more.insert(more.begin(), data_of(shape));
    return at_load(operation, more, 2);
  };
  const Operation all = make_max_pool({line(1), {1}, 0, ElementType::kI32});
  EXPECT_EQ(rule(all, {1, 2, most / 2}), "[1,2,1073741824]");
  EXPECT_EQ(rule(all, {1, 2, most / 2 + 1}), "OP-6");
  EXPECT_EQ(rule(make_max_pool({line(1), {1}, 0, ElementType::kI64}), {1, 2, most}), "[1,2,2147483648]");
  EXPECT_EQ(rule(make_max_pool({line(1), {1}, 2, ElementType::kI32}), {1, 2, most}), "[1,2,2147483648]");
  EXPECT_EQ(rule(make_max_pool({line(1), {1}, 2, ElementType::kI32}), {1, 2, most + 1}), "OP-6");
  const Operation adaptive = make_adaptive_max_pool({ElementType::kI32});
  EXPECT_EQ(rule(adaptive, {1, 2, most}, {known(list({1}))}), "[1,2,1]");
  EXPECT_EQ(rule(adaptive, {1, 2, most + 1}, {known(list({1}))}), "OP-6");
}

TEST(MaxPool, ShapesThatDoNotFit) {
  const Operation operation = make_max_pool({line(2), {3}});
  EXPECT_EQ(rule_of(operation, {row({1, 2})}), "OP-5");
  EXPECT_EQ(rule_of(operation, {floats({1, 3}, {1, 2, 3})}), "OP-5");
  EXPECT_EQ(rule_of(operation, {Tensor::of<bool>({1, 1, 3}, {true, true, true})}), "OP-4");
  EXPECT_EQ(run_one(operation, {Tensor::zeros(ElementType::kF32, {0, 2, 5})}).shape(), (Shape{0, 2, 2}));
  EXPECT_EQ(run_one(operation, {Tensor::zeros(ElementType::kF32, {2, 0, 5})}).shape(), (Shape{2, 0, 2}));
  EXPECT_EQ(at_load(operation, {data_of({2, 3, {4, 9}})}), "[2,3,1..4]");
  EXPECT_EQ(at_load(operation, {data_of({2, 3, kAny})}), "[2,3,1..]");
  EXPECT_EQ(at_load(operation, {unknown(PartialShape::any(), ElementType::kF32)}), "[?,?,1..]");
  EXPECT_EQ(at_load(make_max_pool({line(1), {INT64_MAX}}), {data_of({2, 3, 4})}), "OP-5");
  const int64_t far = int64_t{1} << 61;
  EXPECT_TRUE(same(run_one(make_max_pool({line(far, far, far), {far}}), {row({4, 6})}), row({-kInf, 6})));
  EXPECT_EQ(rule_of(make_avg_pool({plane(1, far), {far, far}}), {floats({1, 1, 1, 1}, {1})}), "LIMIT-4");
}

TEST(AvgPool, OfARow) {
  const auto mean = [](const AvgPool& options, std::initializer_list<float> expected) {
    EXPECT_TRUE(same(run_one(make_avg_pool(options), {row({1, 2, 4})}), row(expected)));
  };
  mean({line(1), {2}, true}, {1.5f, 3});
  mean({line(1, 1, 1), {2}, true}, {1, 1.5f, 3, 4});
  mean({line(1, 1, 1), {2}, false}, {0.5f, 1.5f, 3, 2});
  mean({line_with(Padding::kSameUpper, 1), {2}, false}, {1.5f, 3, 2});
  mean({line_with(Padding::kSameUpper, 1), {2}, true}, {1.5f, 3, 4});
  mean({line(2, 0, 0, Rounding::kUp), {2}, false}, {1.5f, 4});  // the last window ends after the padding
  mean({line(2, 1, 1, Rounding::kUp), {2}, false}, {0.5f, 3, 0});
  mean({line(2, 1, 1, Rounding::kUp), {2}, true}, {1, 3, kNaN});
  mean({line(2, 1, 1, Rounding::kUpInData), {2}, false}, {0.5f, 3});
  mean({line(1, 0, 0), {3}, false}, {0x1.2aaaaap+1f});  // 7 / 3
}

TEST(AvgPool, OfPlanesAndIntegers) {
  EXPECT_TRUE(same(run_one(make_avg_pool({plane(1, 1), {3, 3}, true}), {floats({1, 1, 2, 2}, {1, 2, 3, 6})}),
                   floats({1, 1, 2, 2}, {3, 3, 3, 3})));
  EXPECT_TRUE(
      same(run_one(make_avg_pool({plane(1, 1), {3, 3}, false}), {floats({1, 1, 2, 2}, {9, 18, 27, 36})}),
           floats({1, 1, 2, 2}, {10, 10, 10, 10})));
  const Operation pairs = make_avg_pool({line(1), {2}});
  EXPECT_TRUE(same(run_one(pairs, {Tensor::of<int8_t>({1, 1, 4}, {100, 101, -102, -125})}),
                   Tensor::of<int8_t>({1, 1, 3}, {100, 0, -113})));
  EXPECT_TRUE(same(run_one(pairs, {Tensor::of<uint64_t>({1, 1, 2}, {UINT64_MAX, UINT64_MAX - 2})}),
                   Tensor::of<uint64_t>({1, 1, 1}, {UINT64_MAX - 1})));
  EXPECT_EQ(rule_of(make_avg_pool({line(1, 2, 0), {1}, true}), {Tensor::of<int32_t>({1, 1, 1}, {5})}),
            "OP-6");
  EXPECT_EQ(rule_of(make_avg_pool({line(1, 2, 0), {1}, false}), {Tensor::of<int32_t>({1, 1, 1}, {5})}), "");
  // 2048 + 1 + 1 is summed in double.
  const auto halves = [](std::initializer_list<double> values) {
    std::vector<f16> rounded;
    for (const double value : values) rounded.push_back(round_to_f16(value));
    return Tensor::of<f16>({1, 1, std::ssize(rounded)}, std::span<const f16>(rounded));
  };
  EXPECT_TRUE(same(run_one(make_avg_pool({line(1), {4}}), {halves({2048, 1, 1, 2})}), halves({513})));
}

TEST(AdaptivePools, DivideEachAxis) {
  const Tensor data = row({1, 2, 3, 4, 5, 6, 7});
  const auto means = [&](int64_t count) { return run_one(make_adaptive_avg_pool(), {data, list({count})}); };
  EXPECT_TRUE(same(means(1), row({4})));
  EXPECT_TRUE(same(means(2), row({2.5f, 5.5f})));  // 0 to 4, 3 to 7
  EXPECT_TRUE(same(means(3), row({2, 4, 6})));
  EXPECT_TRUE(same(means(9), row({1, 1.5f, 2.5f, 3.5f, 4, 4.5f, 5.5f, 6.5f, 7})));
  EXPECT_EQ(means(0).shape(), (Shape{1, 1, 0}));
  const Operation greatest = make_adaptive_max_pool({});
  const auto both =
      run(greatest, {floats({1, 2, 2, 3}, {1, 2, 3, 9, 5, 4, 7, 7, 7, 1, kNaN, 1}), list({1, 2})}, 2);
  EXPECT_TRUE(same(both.value()[0], floats({1, 2, 1, 2}, {9, 5, kNaN, kNaN})));
  EXPECT_TRUE(same(both.value()[1], positions({1, 2, 1, 2}, {3, 4, 4, 4})));
}

TEST(AdaptivePools, WhatTheyReject) {
  const Operation mean = make_adaptive_avg_pool();
  const Tensor data = row({1, 2, 3});
  EXPECT_EQ(rule_of(mean, {data, list({-1})}), "OP-6");
  EXPECT_EQ(rule_of(mean, {data, list({1, 1})}), "OP-5");
  EXPECT_EQ(rule_of(mean, {data, list({})}), "OP-5");
  EXPECT_EQ(rule_of(mean, {floats({1, 3}, {1, 2, 3}), list({1})}), "OP-5");
  EXPECT_EQ(rule_of(mean, {row({}), list({1})}), "OP-5");
  EXPECT_EQ(rule_of(mean, {data, Tensor::of<uint8_t>({1}, {1})}), "OP-4");
  EXPECT_EQ(rule_of(mean, {Tensor::of<int32_t>({1, 1, 1}, {1}), list({1})}), "OP-4");
  EXPECT_EQ(at_load(mean, {data_of({2, 3, kAny}), known(list({4}))}), "[2,3,4]");
  EXPECT_EQ(at_load(mean, {data_of({2, 3, kAny}), unknown(Shape{1})}), "[2,3,?]");
  EXPECT_EQ(at_load(mean, {unknown(PartialShape::any(), ElementType::kF32), unknown(Shape{2})}), "[?,?,?,?]");
  EXPECT_EQ(at_load(mean, {unknown(PartialShape::any(), ElementType::kF32), unknown(PartialShape::any())}),
            "[...]");
}

}  // namespace
}  // namespace backedge::ops
