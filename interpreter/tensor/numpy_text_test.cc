#include "interpreter/tensor/numpy_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace backedge {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Every golden text is NumPy's own.

TEST(NumpyText, AlignsReals) {
  EXPECT_EQ(numpy_text(Tensor::of<float>({3}, {1.5f, -2.0f, 0.1f})), "[ 1.5 -2.   0.1]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({3}, {1.0 / 3, 2.0 / 3, 100})),
            "[  0.33333333   0.66666667 100.        ]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {-0.0, 0.0})), "[-0.  0.]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {123456.789})), "[123456.789]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({1, 1}, {0.1f})), "[[0.1]]");
}

TEST(NumpyText, MakesRoomForNanAndInfinity) {
  EXPECT_EQ(numpy_text(Tensor::of<double>({3}, {1, kNaN, -kInfinity})), "[  1.  nan -inf]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {kNaN, kInfinity})), "[nan inf]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({3}, {1e-5, 1, kNaN})), "[1.e-05 1.e+00    nan]");
}

TEST(NumpyText, WritesAnExponentWhereTheTypeAsksForOne) {
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {1e100, 1})), "[1.e+100 1.e+000]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({2}, {1e-45f, 3e-45f})), "[1.e-45 3.e-45]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({2}, {0.1f, 1.23456789e-5f})), "[1.0000000e-01 1.2345679e-05]");
  EXPECT_EQ(numpy_text(Tensor::of<f16>({2}, {round_to_f16(0.1), round_to_f16(1000)})), "[1.e-01 1.e+03]");
  // 0.01563 rounds to 2^-6 although 0.01562 is as near: below a power of two values lie twice as close.
  EXPECT_EQ(numpy_text(Tensor::of<f16>({2}, {round_to_f16(0.015625), round_to_f16(1e-7)})),
            "[1.563e-02 1.192e-07]");
}

TEST(NumpyText, TreatsBF16AsF16) {
  EXPECT_EQ(numpy_text(Tensor::of<bf16>({2}, {round_to_bf16(0.1), round_to_bf16(-3)})), "[ 0.1 -3. ]");
  EXPECT_EQ(numpy_text(Tensor::of<bf16>({1}, {round_to_bf16(256)})), "[2.56e+02]");
}

TEST(NumpyText, AlignsIntegersAndBooleans) {
  EXPECT_EQ(numpy_text(Tensor::of<int64_t>({2, 2}, {1, -20, 300, 4})), "[[  1 -20]\n [300   4]]");
  EXPECT_EQ(numpy_text(Tensor::of<uint64_t>({1}, {uint64_t{1} << 63})), "[9223372036854775808]");
  EXPECT_EQ(numpy_text(Tensor::of<int8_t>({1}, {-128})), "[-128]");
  EXPECT_EQ(numpy_text(Tensor::of<bool>({2}, {true, false})), "[ True False]");
}

TEST(NumpyText, BreaksLinesAndSeparatesMatrices) {
  std::vector<int32_t> numbers(30);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(numpy_text(Tensor::of<int32_t>({30}, std::span<const int32_t>(numbers))),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n 24 25 26 27 28 29]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7})),
            "[[[0. 1.]\n  [2. 3.]]\n\n [[4. 5.]\n  [6. 7.]]]");
}

TEST(NumpyText, CutsLargeArrays) {
  std::vector<int32_t> numbers(2000);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(numpy_text(Tensor::of<int32_t>({4, 500}, std::span<const int32_t>(numbers))),
            "[[   0    1    2 ...  497  498  499]\n [ 500  501  502 ...  997  998  999]\n"
            " [1000 1001 1002 ... 1497 1498 1499]\n [1500 1501 1502 ... 1997 1998 1999]]");
  EXPECT_EQ(numpy_text(Tensor::zeros(ElementType::kF32, {1001})), "[0. 0. 0. ... 0. 0. 0.]");
}

TEST(NumpyText, ShowsScalarsWithAllTheirDigits) {
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(0.1234567890123)), "0.1234567890123");
  EXPECT_EQ(numpy_text(Tensor::scalar<float>(1e-4f)), "1e-04");  // a little less than 0.0001
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(1e-4)), "0.0001");
  EXPECT_EQ(numpy_text(Tensor::scalar<float>(1e6f)), "1e+06");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(1e15)), "1000000000000000.0");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(-0.0)), "-0.0");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(-kInfinity)), "-inf");
  EXPECT_EQ(numpy_text(Tensor::scalar<int64_t>(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(numpy_text(Tensor::scalar<bool>(true)), "True");
}

TEST(NumpyText, ShowsNothingOfAnEmptyArray) {
  EXPECT_EQ(numpy_text(Tensor::zeros(ElementType::kF32, {2, 0})), "[]");
}

}  // namespace
}  // namespace backedge
