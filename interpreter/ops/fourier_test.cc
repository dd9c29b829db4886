#include "interpreter/ops/fourier.h"

#include <numbers>

#include "interpreter/ops/on_circle.h"
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
using testing::unknown;

const Operation kDft = make_fourier({}), kInverse = make_fourier({.inverse = true}),
                kFromReal = make_fourier({.numbers = Fourier::Numbers::kFromReal}),
                kToReal = make_fourier({.inverse = true, .numbers = Fourier::Numbers::kToReal});

TEST(OnCircle, IsExactWhereItCanBe) {
  const auto at = [](int64_t k, int64_t n) {
    const auto point = backedge::numbers::point_on_circle(k, n);
    return std::pair(point.cos, point.sin);
  };
  EXPECT_EQ(at(0, 1), std::pair(1.0, 0.0));
  EXPECT_EQ(at(1, 4), std::pair(0.0, 1.0));
  EXPECT_EQ(at(1, 2), std::pair(-1.0, 0.0));
  EXPECT_EQ(at(9, 12), std::pair(0.0, -1.0));
  EXPECT_EQ(at(1, 6).first, 0.5);
  EXPECT_EQ(at(1, 12).second, 0.5);
  EXPECT_EQ(at(1, 8), std::pair(std::numbers::sqrt2 / 2, std::numbers::sqrt2 / 2));
  EXPECT_EQ(at(3, 8), std::pair(-std::numbers::sqrt2 / 2, std::numbers::sqrt2 / 2));
  EXPECT_EQ(at(1, int64_t{1} << 60), std::pair(1.0, 2 * std::numbers::pi * 0x1p-60));
}

TEST(Fourier, OfOneAxis) {
  const Tensor x = floats({4, 2}, {1, 0, 2, 0, 3, 0, 4, 0});
  const Tensor y = floats({4, 2}, {10, 0, -2, 2, -2, 0, -2, -2});
  EXPECT_TRUE(same(run_one(kDft, {x, list({0})}), y));
  EXPECT_TRUE(same(run_one(kInverse, {y, list({0})}), x));
  EXPECT_TRUE(
      same(run_one(kFromReal, {of<float>({1, 2, 3, 4}), list({0})}), floats({3, 2}, {10, 0, -2, 2, -2, 0})));
  EXPECT_TRUE(
      same(run_one(kToReal, {floats({3, 2}, {10, 0, -2, 2, -2, 0}), list({0})}), of<float>({1, 2, 3, 4})));
  EXPECT_TRUE(same(run_one(kDft, {floats({1, 2}, {3, 4}), list({-1})}), floats({1, 2}, {3, 4})));
  EXPECT_TRUE(same(run_one(kDft, {floats({2, 2}, {1, 2, 3, 4}), list({})}), floats({2, 2}, {1, 2, 3, 4})));
  // sin of 2 pi / 3, rounded to f32.
  EXPECT_TRUE(same(run_one(kDft, {floats({3, 2}, {0, 0, 1, 0, 0, 0}), list({0})}),
                   floats({3, 2}, {1, 0, -0.5f, -0.8660254f, -0.5f, 0.8660254f})));
}

TEST(Fourier, OfMoreAxes) {
  const Tensor x = floats({2, 2, 2}, {1, 0, 2, 0, 3, 0, 4, 8});
  const Tensor y = floats({2, 2, 2}, {10, 8, -2, -8, -4, -8, 0, 8});
  EXPECT_TRUE(same(run_one(kDft, {x, list({0, 1})}), y));
  EXPECT_TRUE(same(run_one(kDft, {x, list({-1, 0})}), y));
  EXPECT_TRUE(same(run_one(kInverse, {y, list({0, 1})}), x));
  EXPECT_TRUE(same(run_one(kDft, {x, list({0})}), floats({2, 2, 2}, {4, 0, 6, 8, -2, 0, -2, -8})));
  EXPECT_TRUE(same(run_one(kFromReal, {floats({2, 2}, {1, 2, 3, 5}), list({0, 1})}),
                   floats({2, 2, 2}, {11, 0, -3, 0, -5, 0, 1, 0})));
  EXPECT_TRUE(same(run_one(kToReal, {floats({2, 2, 2}, {11, 0, -3, 0, -5, 0, 1, 0}), list({0, 1})}),
                   floats({2, 2}, {1, 2, 3, 5})));
}

TEST(Fourier, Sizes) {
  const Tensor x = floats({3, 2}, {1, 0, 2, 0, 3, 0});
  EXPECT_TRUE(same(run_one(kDft, {x, list({0}), list({2})}), floats({2, 2}, {3, 0, -1, 0})));
  EXPECT_TRUE(same(run_one(kDft, {x, list({0}), list({4})}), floats({4, 2}, {6, 0, -2, -2, 2, 0, -2, 2})));
  EXPECT_TRUE(same(run_one(kInverse, {x, list({0}), list({1})}), floats({1, 2}, {1, 0})));
  EXPECT_TRUE(
      same(run_one(kFromReal, {of<float>({1, 2, 3}), list({0}), list({2})}), floats({2, 2}, {3, 0, -1, 0})));
  EXPECT_TRUE(same(run_one(kFromReal, {of<float>({1, 2, 3}), list({0}), list({1})}), floats({1, 2}, {1, 0})));
  // What conjugates would add at 0 and at the half is left out.
  EXPECT_TRUE(
      same(run_one(kToReal, {floats({3, 2}, {4, 9, 2, 0, 8, 9}), list({0}), list({2})}), of<float>({3, 1})));
  EXPECT_TRUE(same(run_one(kToReal, {floats({3, 2}, {4, kInf, 2, 0, 8, kNaN}), list({0}), list({4})}),
                   of<float>({4, -1, 2, -1})));
  EXPECT_TRUE(same(run_one(kToReal, {floats({1, 2}, {4, 0}), list({0}), list({2})}), of<float>({2, 2})));
}

TEST(Fourier, Numbers) {
  const Tensor infinite = floats({2, 2}, {kInf, 0, 1, 0});
  EXPECT_TRUE(same(run_one(kDft, {infinite, list({0})}), floats({2, 2}, {kInf, kNaN, kInf, kNaN})));
  const Tensor large = Tensor::of<f16>({2, 2}, {round_to_f16(60000), f16{}, round_to_f16(60000), f16{}});
  EXPECT_TRUE(same(run_one(kInverse, {large, list({0})}),
                   Tensor::of<f16>({2, 2}, {round_to_f16(60000), f16{}, f16{}, f16{}})));
}

TEST(Fourier, Shapes) {
  const auto axes = [](std::initializer_list<int64_t> values) { return list(values); };
  const Tensor first = axes({0}), both = axes({1, 0}), sizes = axes({-1, 7});
  EXPECT_EQ(at_load(kDft, {data_of({3, kAny, 2}), known(both), known(sizes)}), "[7,?,2]");
  EXPECT_EQ(at_load(kFromReal, {data_of({3, 5}), known(both), known(sizes)}), "[4,5,2]");
  EXPECT_EQ(at_load(kFromReal, {data_of({3, kAny}), known(axes({1}))}), "[3,1..,2]");
  EXPECT_EQ(at_load(kToReal, {data_of({3, 5, 2}), known(both)}), "[4,5]");
  EXPECT_EQ(at_load(kToReal, {data_of({3, kAny, 2}), known(axes({1}))}), "[3,?]");
  EXPECT_EQ(at_load(kToReal, {data_of({1, 2}), known(first)}), "[0]");
  EXPECT_EQ(at_load(kDft, {data_of({3, 5, 2}), unknown(Shape{1})}), "[?,?,2]");
  EXPECT_EQ(at_load(kDft, {unknown(PartialShape::any(), ElementType::kF32), known(first)}), "[...]");
  EXPECT_EQ(at_load(kToReal, {data_of({0, 2}), known(first)}), "OP-5");
  EXPECT_EQ(at_load(kDft, {data_of({3, 3}), known(first)}), "OP-5");
  EXPECT_EQ(at_load(kDft, {data_of({}), known(axes({}))}), "OP-5");
  EXPECT_EQ(at_load(kFromReal, {data_of({3}), known(axes({}))}), "OP-5");
  EXPECT_EQ(at_load(kDft, {data_of({3, 2}), known(axes({1}))}), "OP-6");
  EXPECT_EQ(at_load(kDft, {data_of({3, 3, 2}), known(axes({0, -2}))}), "OP-6");
  EXPECT_EQ(at_load(kDft, {data_of({3, 2}), known(first), known(axes({0}))}), "OP-6");
  EXPECT_EQ(at_load(kDft, {data_of({3, 2}), known(first), known(axes({-2}))}), "OP-6");
  EXPECT_EQ(at_load(kDft, {data_of({3, 2}), known(first), known(sizes)}), "OP-5");
  EXPECT_EQ(rule_of(kDft, {Tensor::zeros(ElementType::kI32, {3, 2}), first}), "OP-4");
  EXPECT_EQ(rule_of(kDft, {Tensor::zeros(ElementType::kF32, {3, 2}), axes({INT64_MIN})}), "OP-6");
  const Tensor deep = Tensor::zeros(ElementType::kF32, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(rule_of(kFromReal, {deep, first}), "LIMIT-3");
}

Tensor frames_of(const Tensor& signal, const Tensor& window, int64_t size, int64_t step,
                 bool transposes = false) {
  return run_one(make_stft(transposes),
                 {signal, window, Tensor::scalar<int64_t>(size), Tensor::scalar<int64_t>(step)});
}

// The sum and the difference of two neighbours.
TEST(Stft, FramesOfTwoElements) {
  const Tensor signal = floats({5}, {1, 2, 4, 8, 16}), ones = floats({2}, {1, 1});
  EXPECT_TRUE(same(frames_of(signal, ones, 2, 3), floats({2, 2, 2}, {3, 0, -1, 0, 24, 0, -8, 0})));
  EXPECT_TRUE(same(frames_of(signal, ones, 2, 3, true), floats({2, 2, 2}, {3, 0, 24, 0, -1, 0, -8, 0})));
  EXPECT_EQ(frames_of(signal, ones, 2, 1).shape(), (Shape{4, 2, 2}));
  EXPECT_EQ(frames_of(signal, ones, 5, 100).shape(), (Shape{1, 3, 2}));
  EXPECT_TRUE(same(frames_of(floats({2, 2}, {1, 2, 5, 9}), floats({2}, {2, 3}), 2, 1),
                   floats({2, 1, 2, 2}, {8, 0, -4, 0, 37, 0, -17, 0})));
}

// Four elements: number 1 is (x0 - x2) + (x3 - x1) i.
TEST(Stft, FramesOfFourElements) {
  const Tensor signal = floats({4}, {1, 2, 4, 9});
  EXPECT_TRUE(
      same(frames_of(signal, floats({4}, {1, 1, 1, 1}), 4, 1), floats({1, 3, 2}, {16, 0, -3, 7, -6, 0})));
}

// A window of one or two elements is at positions 1 and 2 of four; one of three begins at position 0.
TEST(Stft, AShortWindowIsInTheMiddle) {
  const Tensor signal = floats({4}, {1, 2, 4, 9});
  EXPECT_TRUE(
      same(frames_of(signal, floats({2}, {10, 100}), 4, 1), floats({1, 3, 2}, {420, 0, -400, -20, 380, 0})));
  EXPECT_TRUE(same(frames_of(signal, floats({1}, {10}), 4, 1), floats({1, 3, 2}, {20, 0, 0, -20, -20, 0})));
  EXPECT_TRUE(same(frames_of(signal, floats({3}, {1, 1, 1}), 4, 1), floats({1, 3, 2}, {7, 0, -3, -2, 3, 0})));
  EXPECT_TRUE(same(frames_of(signal, floats({0}, {}), 4, 1), floats({1, 3, 2}, {0, 0, 0, 0, 0, 0})));
}

TEST(Stft, HasTheBitsOfFourier) {
  const Tensor frame = floats({7}, {0.1f, 0.7f, -1.3f, 2.9f, 1e-3f, 3.3f, -0.2f});
  const Tensor ones = floats({7}, {1, 1, 1, 1, 1, 1, 1});
  const Tensor whole = run_one(kFromReal, {frame, list({0})});
  EXPECT_TRUE(same(frames_of(frame, ones, 7, 1).view(0, {4, 2}), whole));
}

TEST(Stft, WhatFits) {
  const Operation stft = make_stft(false);
  const Tensor signal = floats({5}, {1, 2, 4, 8, 16}), ones = floats({2}, {1, 1});
  const auto rule = [&](int64_t size, int64_t step) {
    return rule_of(stft, {signal, ones, Tensor::scalar<int64_t>(size), Tensor::scalar<int64_t>(step)});
  };
  EXPECT_EQ(rule(5, 1), "");
  EXPECT_EQ(rule(6, 1), "OP-6");
  EXPECT_EQ(rule(1, 1), "OP-6");  // shorter than the window
  EXPECT_EQ(rule(0, 1), "OP-6");
  EXPECT_EQ(rule(2, 0), "OP-6");
  EXPECT_EQ(rule(2, -1), "OP-6");
  const Tensor two = Tensor::scalar<int64_t>(2), short_two = Tensor::scalar<int32_t>(2);
  EXPECT_EQ(rule_of(stft, {signal, ones, two, short_two}), "OP-4");
  EXPECT_EQ(rule_of(stft, {signal, Tensor::of<double>({1}, {1}), two, two}), "OP-4");
  EXPECT_EQ(rule_of(stft, {list({1, 2}), list({1}), two, two}), "OP-4");
  EXPECT_EQ(rule_of(stft, {signal, ones, list({2}), two}), "OP-5");
  EXPECT_EQ(rule_of(stft, {Tensor::scalar(1.0f), ones, two, two}), "OP-5");
  EXPECT_EQ(rule_of(stft, {signal, Tensor::scalar(1.0f), two, two}), "OP-5");
  EXPECT_EQ(run_one(stft, {floats({0, 5}, {}), ones, short_two, short_two}).shape(), (Shape{0, 2, 2, 2}));
  EXPECT_EQ(at_load(stft, {data_of({kAny}), data_of({2}), known(two), known(two)}), "[1..,2,2]");
  EXPECT_EQ(at_load(stft, {data_of({3, kAny}), data_of({2}), known(two), unknown(Shape{})}), "[3,?,2,2]");
}

}  // namespace
}  // namespace backedge::ops
