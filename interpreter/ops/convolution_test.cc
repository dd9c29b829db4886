#include "interpreter/ops/convolution.h"

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
using testing::rule_of;
using testing::run_one;
using testing::same;
using testing::unknown;
using Padding = Windows::Padding;

/// Windows along one axis.
Windows line(int64_t stride, int64_t dilation, int64_t begin = 0, int64_t end = 0) {
  return {.strides = {stride}, .dilations = {dilation}, .pads_begin = {begin}, .pads_end = {end}};
}
Windows line_with(Padding padding, int64_t stride, int64_t dilation = 1) {
  return {.strides = {stride}, .dilations = {dilation}, .padding = padding};
}
Operation backprop(const Windows& windows, int64_t more = 0) {
  return make_convolution_backprop({.windows = windows, .output_padding = {more}});
}

/// Row [1, 2, ..., n] with a kernel of the digits 1, 10, 100, ...
Tensor row(int64_t n) {
  Tensor tensor = Tensor::zeros(ElementType::kF32, {1, 1, n});
  for (int64_t i = 0; i < n; ++i) tensor.writable<float>()[i] = static_cast<float>(i + 1);
  return tensor;
}
const Tensor& digits() {
  static const Tensor kDigits = floats({1, 1, 3}, {1, 10, 100});
  return kDigits;
}
void expect_row(const Operation& operation, const std::vector<Tensor>& inputs,
                std::initializer_list<float> expected) {
  EXPECT_TRUE(same(run_one(operation, inputs), floats({1, 1, std::ssize(expected)}, expected)));
}

/// Small whole numbers of either sign, so that sums are exact.
Tensor whole_numbers(const Shape& shape) {
  Tensor tensor = Tensor::zeros(ElementType::kF32, shape);
  for (int64_t i = 0; i < tensor.count(); ++i)
    tensor.writable<float>()[i] = static_cast<float>(i * 37 % 23 - 11);
  return tensor;
}

/// Element (o, i) of a convolution of [1, channels, n] with [out, channels, size], from its definition.
float sum_at(const Tensor& data, const Tensor& kernel, int64_t o, int64_t i, int64_t stride, int64_t pad) {
  const int64_t channels = data.shape()[1], n = data.shape()[2], size = kernel.shape()[2];
  float sum = 0;
  for (int64_t c = 0; c < channels; ++c) {
    for (int64_t k = 0; k < size; ++k) {
      const int64_t at = i * stride + k - pad;
      if (at >= 0 && at < n)
        sum += data.data<float>()[c * n + at] * kernel.data<float>()[(o * channels + c) * size + k];
    }
  }
  return sum;
}

// The output is wider or narrower than it has channels, and has columns that do not fit into one block.
TEST(Convolution, IsTheSumOfProductsInEachColumn) {
  for (const int64_t n : {3, 20, 64, 65, 130, 200}) {
    for (const int64_t out : {1, 3, 40}) {
      for (const auto& [stride, pad] : {std::pair<int64_t, int64_t>{1, 0}, {1, 2}, {3, 1}}) {
        const Tensor data = whole_numbers({1, 2, n}), kernel = whole_numbers({out, 2, 3});
        const Tensor convolved =
            run_one(make_convolution({.windows = line(stride, 1, pad, pad)}), {data, kernel});
        const int64_t columns = convolved.shape()[2];
        for (int64_t i = 0; i < convolved.count(); ++i) {
          ASSERT_EQ(convolved.data<float>()[i], sum_at(data, kernel, i / columns, i % columns, stride, pad))
              << n << " " << out << " " << stride << " " << i;
        }
      }
    }
  }
}

// The second axis has one element, and so has that of the kernel.
TEST(Convolution, OfAColumn) {
  const Tensor column = row(5).view(0, {1, 1, 5, 1}), weights = digits().view(0, {1, 1, 3, 1});
  const auto convolved = [&](int64_t pad) {
    return run_one(make_convolution({.windows = {.strides = {2, 1},
                                                 .dilations = {1, 1},
                                                 .pads_begin = {1, pad},
                                                 .pads_end = {1, 0}}}),
                   {column, weights});
  };
  EXPECT_TRUE(same(convolved(0), floats({1, 1, 3, 1}, {210, 432, 54})));
  EXPECT_TRUE(same(convolved(1), floats({1, 1, 3, 2}, {0, 210, 0, 432, 0, 54})));
}

TEST(Convolution, OfARow) {
  const auto convolved = [](const Windows& windows, int64_t n, std::initializer_list<float> expected) {
    expect_row(make_convolution({.windows = windows}), {row(n), digits()}, expected);
  };
  convolved(line(1, 1), 5, {321, 432, 543});
  convolved(line(2, 1), 6, {321, 543});
  convolved(line(1, 2), 6, {531, 642});
  convolved(line(1, 1, 2, 1), 3, {100, 210, 321, 32});
  convolved(line(3, 2, 1, 1), 6, {420, 53});
  convolved(line(1, 1, 4, 4), 1, {0, 0, 100, 10, 1, 0, 0});
  convolved(line_with(Padding::kSameUpper, 1), 3, {210, 321, 32});
  convolved(line_with(Padding::kSameUpper, 2), 4, {321, 43});
  convolved(line_with(Padding::kSameLower, 2), 4, {210, 432});
  convolved(line_with(Padding::kSameUpper, 5), 3, {321});
  convolved(line_with(Padding::kSameLower, 1, 3), 4, {410, 20, 30, 41});
  convolved(line_with(Padding::kValid, 2), 6, {321, 543});
}

TEST(Convolution, AddsChannelsAndGroups) {
  const Tensor data = floats({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  const Windows windows = line(1, 1);
  // output channel 0: 1 a + 10 b; channel 1: 100 a + 1000 b
  EXPECT_TRUE(
      same(run_one(make_convolution({.windows = windows}), {data, floats({2, 2, 1}, {1, 10, 100, 1000})}),
           floats({2, 2, 2}, {31, 42, 3100, 4200, 75, 86, 7500, 8600})));
  // two groups of one channel, two outputs each
  EXPECT_TRUE(
      same(run_one(make_convolution({.windows = windows, .grouped = true}),
                   {data, floats({2, 2, 1, 1}, {1, 10, 100, 1000})}),
           floats({2, 4, 2}, {1, 2, 10, 20, 300, 400, 3000, 4000, 5, 6, 50, 60, 700, 800, 7000, 8000})));
}

TEST(Convolution, OfPlanesAndSolids) {
  const Windows plane = {.strides = {1, 2}, .dilations = {1, 1}, .pads_begin = {1, 0}, .pads_end = {0, 1}};
  const Tensor data = floats({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(
      same(run_one(make_convolution({.windows = plane}), {data, floats({1, 1, 2, 2}, {1, 10, 100, 1000})}),
           floats({1, 1, 2, 2}, {2100, 300, 5421, 603})));
  const Windows solid = {
      .strides = {1, 1, 1}, .dilations = {1, 2, 1}, .pads_begin = {0, 1, 0}, .pads_end = {1, 0, 0}};
  const Tensor cube = floats({1, 1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_TRUE(
      same(run_one(make_convolution({.windows = solid}), {cube, floats({1, 1, 2, 2, 1}, {1, 10, 100, 1000})}),
           floats({1, 1, 2, 1, 2}, {30 + 7000, 40 + 8000, 70, 80})));
}

TEST(Convolution, SumsInDoubleInTheOrderOfTheKernel) {
  // 2^53 + 1 + 1: each 1 is half a unit in the last place.
  const double big = 0x1p53;
  const Tensor data = Tensor::of<double>({1, 1, 3}, {big, 1, 1});
  const Tensor ones = Tensor::of<double>({1, 1, 3}, {1, 1, 1});
  EXPECT_TRUE(same(run_one(make_convolution({.windows = line(1, 1)}), {data, ones}),
                   Tensor::of<double>({1, 1, 1}, {big})));
  // With 1 in the first channel, the sum is 1 + 1 + 2^53.
  const Tensor channels = Tensor::of<double>({1, 2, 2}, {1, 1, big, 0});
  EXPECT_TRUE(same(run_one(make_convolution({.windows = line(1, 1)}),
                           {channels, Tensor::of<double>({1, 2, 2}, {1, 1, 1, 1})}),
                   Tensor::of<double>({1, 1, 1}, {big + 2})));
  const auto halves = [](std::initializer_list<double> values) {
    std::vector<f16> rounded;
    for (const double value : values) rounded.push_back(round_to_f16(value));
    return Tensor::of<f16>({1, 1, std::ssize(rounded)}, std::span<const f16>(rounded));
  };
  EXPECT_TRUE(
      same(run_one(make_convolution({.windows = line(1, 1)}), {halves({2048, 1, 1}), halves({1, 1, 1})}),
           halves({2050})));
}

TEST(Convolution, OfSpecialNumbers) {
  // Padding adds nothing, also beside an infinite weight.
  expect_row(make_convolution({.windows = line(1, 1, 1, 0)}), {row(2), floats({1, 1, 2}, {kInf, 1})},
             {1, kInf});
  expect_row(make_convolution({.windows = line(1, 1)}),
             {floats({1, 1, 2}, {0, 1}), floats({1, 1, 1}, {kInf})}, {kNaN, kInf});
  expect_row(make_convolution({.windows = line(1, 1)}),
             {floats({1, 1, 2}, {-0.0f, 1}), floats({1, 1, 1}, {-0.0f})}, {0, 0});
  const Tensor bytes = Tensor::of<int8_t>({1, 1, 2}, {100, 3});
  EXPECT_TRUE(same(
      run_one(make_convolution({.windows = line(1, 1)}), {bytes, Tensor::of<int8_t>({1, 1, 2}, {2, -20})}),
      Tensor::of<int8_t>({1, 1, 1}, {-116})));  // 140 - 256
}

TEST(Convolution, OfNothing) {
  const Operation operation = make_convolution({.windows = line(1, 1)});
  const auto nothing = [](const Shape& shape) { return Tensor::zeros(ElementType::kF32, shape); };
  EXPECT_EQ(run_one(operation, {nothing({0, 1, 5}), digits()}).shape(), (Shape{0, 1, 3}));
  EXPECT_TRUE(
      same(run_one(operation, {nothing({1, 0, 3}), nothing({2, 0, 2})}), floats({1, 2, 2}, {0, 0, 0, 0})));
  EXPECT_TRUE(same(run_one(make_convolution({.windows = line(1, 1, 2, 1)}), {nothing({1, 1, 0}), digits()}),
                   floats({1, 1, 1}, {0})));
  EXPECT_EQ(run_one(make_convolution({.windows = line_with(Padding::kSameUpper, 2)}),
                    {nothing({1, 1, 0}), digits()})
                .shape(),
            (Shape{1, 1, 0}));
  EXPECT_EQ(rule_of(operation, {nothing({1, 1, 0}), digits()}), "OP-5");
  EXPECT_EQ(rule_of(operation, {row(3), nothing({1, 1, 0})}), "OP-5");
}

TEST(Convolution, ShapesThatDoNotFit) {
  const Operation operation = make_convolution({.windows = line(1, 1)});
  EXPECT_EQ(rule_of(operation, {row(3), digits()}), "");
  EXPECT_EQ(rule_of(operation, {row(2), digits()}), "OP-5");
  EXPECT_EQ(rule_of(operation, {floats({1, 2, 3}, {0, 0, 0, 0, 0, 0}), digits()}), "OP-5");
  EXPECT_EQ(rule_of(operation, {floats({1, 3}, {0, 0, 0}), digits()}), "OP-5");
  EXPECT_EQ(rule_of(operation, {row(3), floats({1, 3}, {0, 0, 0})}), "OP-5");
  EXPECT_EQ(rule_of(operation, {row(3), list({1})}), "OP-4");
  EXPECT_EQ(rule_of(operation, {Tensor::of<bool>({1, 1, 1}, {true}), Tensor::of<bool>({1, 1, 1}, {true})}),
            "OP-4");
  EXPECT_EQ(rule_of(make_convolution({.windows = line(1, 1), .grouped = true}), {row(3), digits()}), "OP-5");
  EXPECT_EQ(rule_of(make_convolution({.windows = line(1, 1, INT64_MAX, INT64_MAX)}), {row(3), digits()}),
            "LIMIT-4");
  // The positions of these two windows do not fit 64 bits.
  const int64_t far = int64_t{1} << 62;
  expect_row(make_convolution({.windows = line(far, far, 0, 2 * (far - 1))}),
             {row(3), floats({1, 1, 2}, {1, 10})}, {1, 0});
}

TEST(Convolution, WhatIsKnownAtLoad) {
  const Operation operation = make_convolution({.windows = line(2, 1, 1, 0)});
  EXPECT_EQ(at_load(operation, {data_of({2, 3, {4, 9}}), data_of({5, 3, 2})}), "[2,5,2..5]");
  EXPECT_EQ(at_load(operation, {data_of({kAny, 3, kAny}), data_of({5, 3, {1, 3}})}), "[?,5,1..]");
  EXPECT_EQ(at_load(operation, {data_of({2, 3, {0, 2}}), data_of({5, 3, 4})}), "OP-5");
  EXPECT_EQ(at_load(operation, {data_of({2, {4, 6}, 9}), data_of({5, 3, 2})}), "OP-5");
  const auto any = unknown(PartialShape::any(), ElementType::kF32);
  EXPECT_EQ(at_load(operation, {any, data_of({5, 3, 2})}), "[?,5,1..]");
  EXPECT_EQ(at_load(make_convolution({.windows = line_with(Padding::kSameLower, 4)}),
                    {data_of({2, 3, {0, 9}}), any}),
            "[2,?,0..3]");
  EXPECT_EQ(at_load(make_convolution({.windows = line(1, 1), .grouped = true}),
                    {data_of({2, 6, 9}), data_of({3, 5, 2, 1})}),
            "[2,15,9]");
}

TEST(ConvolutionBackprop, OfARow) {
  const auto spread = [](const Operation& operation, std::initializer_list<float> expected) {
    expect_row(operation, {row(3), digits()}, expected);
  };
  spread(backprop(line(1, 1)), {1, 12, 123, 230, 300});
  spread(backprop(line(2, 1)), {1, 10, 102, 20, 203, 30, 300});
  spread(backprop(line(1, 2)), {1, 2, 13, 20, 130, 200, 300});
  spread(backprop(line(2, 1, 1, 2)), {10, 102, 20, 203});
  spread(backprop(line(2, 1, 1, 2), 1), {10, 102, 20, 203, 30});
  spread(backprop(line(4, 1), 2), {1, 10, 100, 0, 2, 20, 200, 0, 3, 30, 300, 0, 0});
  spread(backprop(line_with(Padding::kSameUpper, 1)),
         {1, 12, 123, 230, 300});  // without output_shape: no pads
  spread(backprop(line(1, 1, 3, 2)), {});
  EXPECT_EQ(rule_of(backprop(line(1, 1, 3, 3)), {row(3), digits()}), "OP-5");
}

TEST(ConvolutionBackprop, WithAnOutputShape) {
  const auto spread = [](Padding padding, int64_t size, std::initializer_list<float> expected,
                         int64_t more = 0) {
    expect_row(backprop(line_with(padding, 2), more), {row(3), digits(), list({size})}, expected);
  };
  // All of it is 1 10 102 20 203 30 300.
  spread(Padding::kSameUpper, 4, {102, 20, 203, 30});
  spread(Padding::kSameLower, 4, {10, 102, 20, 203});
  spread(Padding::kValid, 4, {10, 102, 20, 203});
  spread(Padding::kSameUpper, 5, {10, 102, 20, 203, 30});
  spread(Padding::kSameUpper, 7, {10, 102, 20, 203, 30, 300, 0}, 1);
  spread(Padding::kSameLower, 7, {1, 10, 102, 20, 203, 30, 300}, 1);
  spread(Padding::kSameUpper, 8, {1, 10, 102, 20, 203, 30, 300, 0});
  spread(Padding::kSameLower, 8, {0, 1, 10, 102, 20, 203, 30, 300});
  spread(Padding::kSameUpper, 9, {0, 1, 10, 102, 20, 203, 30, 300, 0});
  spread(Padding::kSameUpper, 0, {});
  Windows windows = line(2, 1, 1, 1);  // explicit pads are ignored
  expect_row(backprop(windows), {row(3), digits(), list({7})}, {1, 10, 102, 20, 203, 30, 300});
  EXPECT_EQ(rule_of(backprop(windows), {row(3), digits(), list({-1})}), "OP-6");
  EXPECT_EQ(rule_of(backprop(windows), {row(3), digits(), list({1, 7})}), "OP-5");
  EXPECT_EQ(rule_of(backprop(windows), {row(3), digits(), floats({1}, {7})}), "OP-4");
}

TEST(ConvolutionBackprop, AddsChannelsAndGroups) {
  const Tensor data = floats({1, 2, 2}, {1, 2, 3, 4});
  const Operation plain = backprop(line(1, 1)),
                  grouped = make_convolution_backprop(
                      {.windows = line(1, 1), .output_padding = {0}, .grouped = true});
  EXPECT_TRUE(same(run_one(plain, {data, floats({2, 2, 1}, {1, 10, 100, 1000})}),
                   floats({1, 2, 2}, {301, 402, 3010, 4020})));
  EXPECT_TRUE(same(run_one(grouped, {data, floats({2, 1, 2, 1}, {1, 10, 100, 1000})}),
                   floats({1, 4, 2}, {1, 2, 10, 20, 300, 400, 3000, 4000})));
  EXPECT_EQ(rule_of(grouped, {data, floats({1, 1, 1, 1}, {1})}), "OP-5");
}

TEST(ConvolutionBackprop, OfPlanes) {
  const Windows plane = {.strides = {2, 1}, .dilations = {1, 2}, .pads_begin = {1, 0}, .pads_end = {0, 1}};
  // Without pads, rows 1 2 10 20; 100 200 1000 2000; 3 4 30 40; 300 400 3000 4000.
  EXPECT_TRUE(same(run_one(make_convolution_backprop({.windows = plane, .output_padding = {1, 0}}),
                           {floats({1, 1, 2, 2}, {1, 2, 3, 4}), floats({1, 1, 2, 2}, {1, 10, 100, 1000})}),
                   floats({1, 1, 4, 3}, {100, 200, 1000, 3, 4, 30, 300, 400, 3000, 0, 0, 0})));
}

TEST(ConvolutionBackprop, WhatIsKnownAtLoad) {
  const Operation operation = backprop(line(2, 1, 1, 0), 1);
  EXPECT_EQ(at_load(operation, {data_of({2, 3, {4, 9}}), data_of({3, 5, 2})}), "[2,5,8..18]");
  EXPECT_EQ(at_load(operation, {data_of({2, 3, kAny}), data_of({3, 5, 2})}), "[2,5,?]");
  EXPECT_EQ(at_load(operation, {data_of({2, 3, 4}), data_of({3, 5, 0})}), "OP-5");
  EXPECT_EQ(at_load(operation, {data_of({2, 3, kAny}), data_of({3, 5, 2}), unknown(Shape{1})}), "[2,5,?]");
  EXPECT_EQ(at_load(operation, {data_of({2, 3, kAny}), data_of({3, 5, 2}), known(list({6}))}), "[2,5,6]");
  EXPECT_EQ(at_load(backprop(line(INT64_MAX, 1)), {data_of({2, 3, 4}), data_of({3, 5, 2})}), "LIMIT-4");
}

}  // namespace
}  // namespace backedge::ops
