#include "tools/cli/close_tensors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace backedge {
namespace {

template <class T>
bool is_close(T expected, T actual, const CloseTolerance& tolerance = {}) {
  return difference_of(Tensor::scalar(expected), Tensor::scalar(actual), tolerance).empty();
}

TEST(DifferenceOf, AllowsTheToleranceAndNoMore) {
  const CloseTolerance tolerance{.rtol = 0.25, .atol = 0.5};  // 1.5 for -4
  EXPECT_TRUE(is_close(-4.0, -5.5, tolerance));
  EXPECT_FALSE(is_close(-4.0, std::nextafter(-5.5, -6), tolerance));
  EXPECT_TRUE(is_close(-4.0, -2.5, tolerance));
  EXPECT_FALSE(is_close(-4.0, std::nextafter(-2.5, 0), tolerance));
  EXPECT_FALSE(is_close(-5.5001, -3.5, tolerance));  // the expected value counts, not the larger one
  EXPECT_TRUE(is_close(0.0, 0.5, tolerance));
  EXPECT_FALSE(is_close(0.0, -0.500001, tolerance));
}

TEST(DifferenceOf, HasTheTolerancesOfOnnxByDefault) {
  EXPECT_TRUE(is_close(1000.f, 1001.f));
  EXPECT_FALSE(is_close(1000.f, 1001.0001f));
  EXPECT_TRUE(is_close(0.0, 1e-7));
  EXPECT_FALSE(is_close(0.0, 1.1e-7));
  EXPECT_TRUE(is_close(f16{0x3c00}, f16{0x3c01}));    // 1 and 1 + 2^-10
  EXPECT_FALSE(is_close(f16{0x3c00}, f16{0x3c02}));   // 1 + 2^-9
  EXPECT_TRUE(is_close(bf16{0x3f80}, bf16{0x3f82}));  // 1 and 1 + 2^-6
  EXPECT_FALSE(is_close(bf16{0x3f80}, bf16{0x3f83}));
  EXPECT_FALSE(is_close(bf16{0x3f80}, bf16{0x3f81}, {.rtol = 1e-3}));
}

TEST(DifferenceOf, GivesIntegersAndBooleansNoTolerance) {
  const CloseTolerance wide{.rtol = 1, .atol = 10};
  EXPECT_FALSE(is_close<int64_t>(INT64_MAX, INT64_MAX - 1, wide));
  EXPECT_FALSE(is_close<uint8_t>(7, 8, wide));
  EXPECT_FALSE(is_close(true, false, wide));
  EXPECT_TRUE(is_close<int64_t>(INT64_MIN, INT64_MIN));
}

TEST(DifferenceOf, ComparesNanAndInfinity) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = HUGE_VAL;
  const CloseTolerance wide{.rtol = 1, .atol = 1e300};
  EXPECT_TRUE(is_close(kNan, -kNan));
  EXPECT_FALSE(is_close(kNan, 1.0, wide));
  EXPECT_FALSE(is_close(1.0, kNan, wide));
  EXPECT_TRUE(is_close(kInf, kInf));
  EXPECT_FALSE(is_close(kInf, -kInf, wide));
  EXPECT_FALSE(is_close(kInf, 1e308, wide));
  EXPECT_FALSE(is_close(1e308, kInf, wide));
}

TEST(DifferenceOf, ComparesTheValuesOfNarrowElements) {
  const auto f8 = [](uint8_t bits) {
    return Tensor::of<uint8_t>({1}, {bits}).reinterpreted_as(ElementType::kF8E4M3);
  };
  EXPECT_EQ(difference_of(f8(0x00), f8(0x80), {}), "");  // 0 and -0
  EXPECT_EQ(difference_of(f8(0x7f), f8(0xff), {}), "");  // NaN
  EXPECT_EQ(difference_of(f8(0x38), f8(0x39), {}),
            "first at [0] of f8e4m3[1]: got 1.125, expected 1.0; 1 of 1 elements differ");
  EXPECT_EQ(difference_of(f8(0x38), f8(0x39), {.rtol = 0.125}), "");
}

TEST(DifferenceOf, NamesTheFirstElementTypeAndShape) {
  const Tensor e = Tensor::of<float>({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(difference_of(e, Tensor::of<float>({2, 2}, {1, 2, 3.5, 5}), {}),
            "first at [1,0] of f32[2,2]: got 3.5, expected 3.0; 2 of 4 elements differ");
  EXPECT_EQ(difference_of(e, Tensor::of<float>({4}, {1, 2, 3, 4}), {}), "got f32[4], expected f32[2,2]");
  EXPECT_EQ(difference_of(e, Tensor::of<double>({2, 2}, {1, 2, 3, 4}), {}),
            "got f64[2,2], expected f32[2,2]");
  EXPECT_EQ(difference_of(Tensor::of<float>({0, 2}, {}), Tensor::of<float>({0, 2}, {}), {}), "");
  const Value two = Value::sequence({e, e});
  EXPECT_EQ(difference_of(two, two, {}), "");
  EXPECT_EQ(difference_of(two, Value::sequence({e, Tensor::of<float>({2, 2}, {1, 2, 3.5, 4})}), {}),
            "item 1: first at [1,0] of f32[2,2]: got 3.5, expected 3.0; 1 of 4 elements differ");
  EXPECT_EQ(difference_of(two, Value::sequence({e}), {}),
            "got sequence of 1 tensor, expected sequence of 2 tensors");
  EXPECT_EQ(difference_of(two, e, {}), "got f32[2,2], expected sequence of 2 tensors");
}

}  // namespace
}  // namespace backedge
