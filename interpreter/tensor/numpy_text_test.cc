#include "interpreter/tensor/numpy_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace backedge {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Each expected text is the output of NumPy.

TEST(NumpyText, AlignsReals) {
  EXPECT_EQ(numpy_text(Tensor::of<float>({3}, {1.5f, -2.0f, 0.1f})), "[ 1.5 -2.   0.1]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({3}, {1.0 / 3, 2.0 / 3, 100})),
            "[  0.33333333   0.66666667 100.        ]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {-0.0, 0.0})), "[-0.  0.]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {123456.789})), "[123456.789]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({1, 1}, {0.1f})), "[[0.1]]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {12300, 123.5})), "[12300.    123.5]");
}

TEST(NumpyText, RoundsToEightDigitsAfterThePoint) {
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {1.00000001})), "[1.00000001]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {1.000000001})), "[1.]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {0.9999999999})), "[1.]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {12.123456789, -0.5})), "[12.12345679 -0.5       ]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {9.9999999996e-10})), "[1.e-09]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {1.5e-7, 1.25})), "[1.50e-07 1.25e+00]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {1e-5, 1.0 / 3})), "[1.00000000e-05 3.33333333e-01]");
  EXPECT_EQ(numpy_text(Tensor::of<f16>({1}, {round_to_f16(1e-7)})), "[1.e-07]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {-1e-5, 12345.678})), "[-1.0000000e-05  1.2345678e+04]");
}

TEST(NumpyText, MakesRoomForNanAndInfinity) {
  EXPECT_EQ(numpy_text(Tensor::of<double>({3}, {1, kNaN, -kInfinity})), "[  1.  nan -inf]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {kNaN, kInfinity})), "[nan inf]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({3}, {1e-5, 1, kNaN})), "[1.e-05 1.e+00    nan]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({3}, {1e-300, kNaN, -kInfinity})), "[1.e-300     nan    -inf]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {-kInfinity})), "[-inf]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {kNaN, 100})), "[ nan 100.]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {kNaN, 0.125})), "[  nan 0.125]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {-kInfinity, 0.125})), "[ -inf 0.125]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {-kInfinity, 1000.25})), "[   -inf 1000.25]");
}

TEST(NumpyText, WritesAnExponentWhereTheTypeAsksForOne) {
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {1e100, 1})), "[1.e+100 1.e+000]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({2}, {1e-45f, 3e-45f})), "[1.e-45 3.e-45]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({2}, {0.1f, 1.23456789e-5f})), "[1.0000000e-01 1.2345679e-05]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({2}, {1.12939084e-7f, 7.4756026e-1f})),
            "[1.12939084e-07 7.47560263e-01]");
  EXPECT_EQ(numpy_text(Tensor::of<f16>({2}, {round_to_f16(0.1), round_to_f16(1000)})), "[1.e-01 1.e+03]");
  // 0.01563 rounds to 2^-6 although 0.01562 is equally near: below a power of two, values are twice as dense.
  EXPECT_EQ(numpy_text(Tensor::of<f16>({2}, {round_to_f16(0.015625), round_to_f16(1e-7)})),
            "[1.563e-02 1.192e-07]");
}

// At each border of the type, and one value before it.
TEST(NumpyText, WritesAnExponentFromABorderOn) {
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {-1e8})), "[-1.e+08]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {99999999})), "[99999999.]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({1}, {1e6f})), "[1.e+06]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({1}, {999999})), "[999999.]");
  EXPECT_EQ(numpy_text(Tensor::of<f16>({1}, {round_to_f16(1000)})), "[1.e+03]");
  EXPECT_EQ(numpy_text(Tensor::of<f16>({1}, {round_to_f16(999.5)})), "[999.5]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {0.0001, 0.1})), "[0.0001 0.1   ]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({1}, {0.00009})), "[9.e-05]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({1}, {0.0001f})), "[0.0001]");  // the border, rounded to f32
  EXPECT_EQ(numpy_text(Tensor::of<f16>({1}, {round_to_f16(0.0001)})), "[0.0001]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({3}, {0, 1000, 1})), "[   0. 1000.    1.]");
  EXPECT_EQ(numpy_text(Tensor::of<double>({2}, {-1001, 1})), "[-1.001e+03  1.000e+00]");
  EXPECT_EQ(numpy_text(Tensor::of<f16>({2}, {round_to_f16(0.5), round_to_f16(0.0005)})), "[0.5    0.0005]");
  EXPECT_EQ(numpy_text(Tensor::of<f16>({2}, {round_to_f16(0.5), round_to_f16(0.00049)})),
            "[5.0e-01 4.9e-04]");
}

TEST(NumpyText, TreatsBF16AsF16) {
  EXPECT_EQ(numpy_text(Tensor::of<bf16>({2}, {round_to_bf16(0.1), round_to_bf16(-3)})), "[ 0.1 -3. ]");
  EXPECT_EQ(numpy_text(Tensor::of<bf16>({1}, {round_to_bf16(256)})), "[2.56e+02]");
  EXPECT_EQ(numpy_text(Tensor::of<bf16>({1}, {round_to_bf16(99.5)})), "[99.5]");
  EXPECT_EQ(numpy_text(Tensor::of<bf16>({1}, {round_to_bf16(100)})), "[1.e+02]");
}

TEST(NumpyText, AlignsIntegersAndBooleans) {
  EXPECT_EQ(numpy_text(Tensor::of<int64_t>({2, 2}, {1, -20, 300, 4})), "[[  1 -20]\n [300   4]]");
  EXPECT_EQ(numpy_text(Tensor::of<uint64_t>({1}, {uint64_t{1} << 63})), "[9223372036854775808]");
  EXPECT_EQ(numpy_text(Tensor::of<int8_t>({1}, {-128})), "[-128]");
  EXPECT_EQ(numpy_text(Tensor::of<bool>({2}, {true, false})), "[ True False]");
  EXPECT_EQ(numpy_text(Tensor::of<bool>({2}, {true, true})), "[ True  True]");
}

TEST(NumpyText, BreaksLinesAndSeparatesMatrices) {
  std::vector<int32_t> numbers(30);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(numpy_text(Tensor::of<int32_t>({30}, std::span<const int32_t>(numbers))),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n 24 25 26 27 28 29]");
  EXPECT_EQ(numpy_text(Tensor::of<float>({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7})),
            "[[[0. 1.]\n  [2. 3.]]\n\n [[4. 5.]\n  [6. 7.]]]");
}

// The lengths of the lines of a tensor whose elements are all `value`.
std::vector<size_t> line_lengths(const Shape& shape, int64_t value) {
  const std::vector<int64_t> values(static_cast<size_t>(shape.count()), value);
  const std::string text = numpy_text(Tensor::of<int64_t>(shape, std::span(values)));
  std::vector<size_t> lengths(1);
  for (const char c : text) c == '\n' ? lengths.push_back(0) : void(++lengths.back());
  return lengths;
}

TEST(NumpyText, FillsLinesToTheLastColumn) {
  using Lengths = std::vector<size_t>;
  EXPECT_EQ(line_lengths({37}, 1), Lengths({75}));
  EXPECT_EQ(line_lengths({38}, 1), Lengths({74, 3}));
  EXPECT_EQ(line_lengths({42}, 1), Lengths({74, 11}));
  EXPECT_EQ(line_lengths({28}, 10), Lengths({72, 13}));  // 75 would be one too many
  EXPECT_EQ(line_lengths({18}, 1000), Lengths({70, 21}));
  EXPECT_EQ(line_lengths({1, 42}, 1), Lengths({73, 15}));
  EXPECT_EQ(line_lengths({1, 22}, 100), Lengths({73, 19}));
  EXPECT_EQ(line_lengths({1, 1, 42}, 1), Lengths({72, 19}));
  EXPECT_EQ(line_lengths({1, 1, 28}, 10), Lengths({71, 20}));
  EXPECT_EQ(line_lengths({1, 1, 1, 1, 42}, 1), Lengths({70, 27}));
  EXPECT_EQ(line_lengths({1, 1, 1, 1, 10}, 100000000), Lengths({64, 49}));
}

TEST(NumpyText, CutsLargeArrays) {
  std::vector<int32_t> numbers(2000);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(numpy_text(Tensor::of<int32_t>({4, 500}, std::span<const int32_t>(numbers))),
            "[[   0    1    2 ...  497  498  499]\n [ 500  501  502 ...  997  998  999]\n"
            " [1000 1001 1002 ... 1497 1498 1499]\n [1500 1501 1502 ... 1997 1998 1999]]");
  EXPECT_EQ(numpy_text(Tensor::zeros(ElementType::kF32, {1001})), "[0. 0. 0. ... 0. 0. 0.]");
  EXPECT_EQ(line_lengths({1000}, 7).size(), 28u);  // not cut
}

std::string counted_up(const Shape& shape) {
  std::vector<int32_t> numbers(static_cast<size_t>(shape.count()));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numpy_text(Tensor::of<int32_t>(shape, std::span<const int32_t>(numbers)));
}

TEST(NumpyText, CutsEachAxisOfMoreThanSix) {
  EXPECT_EQ(counted_up({6, 200}),
            "[[   0    1    2 ...  197  198  199]\n [ 200  201  202 ...  397  398  399]\n"
            " [ 400  401  402 ...  597  598  599]\n [ 600  601  602 ...  797  798  799]\n"
            " [ 800  801  802 ...  997  998  999]\n [1000 1001 1002 ... 1197 1198 1199]]");
  EXPECT_EQ(counted_up({7, 200}),
            "[[   0    1    2 ...  197  198  199]\n [ 200  201  202 ...  397  398  399]\n"
            " [ 400  401  402 ...  597  598  599]\n ...\n [ 800  801  802 ...  997  998  999]\n"
            " [1000 1001 1002 ... 1197 1198 1199]\n [1200 1201 1202 ... 1397 1398 1399]]");
  EXPECT_EQ(counted_up({7, 1, 150}),
            "[[[   0    1    2 ...  147  148  149]]\n\n [[ 150  151  152 ...  297  298  299]]\n\n"
            " [[ 300  301  302 ...  447  448  449]]\n\n ...\n\n [[ 600  601  602 ...  747  748  749]]\n\n"
            " [[ 750  751  752 ...  897  898  899]]\n\n [[ 900  901  902 ... 1047 1048 1049]]]");
}

// 1001 equal elements along the last of `rank` axes.
template <class T>
std::string deep_text(int64_t rank, T value) {
  Shape shape;
  for (int64_t axis = 1; axis < rank; ++axis) shape.push_back(1);
  shape.push_back(1001);
  const std::vector<T> values(1001, value);
  return numpy_text(Tensor::of<T>(shape, std::span(values)));
}

// The rank and the words are so large that there is just enough room for the three points, or just not
// enough.
TEST(NumpyText, BreaksLinesWhereItCuts) {
  const std::string nineteen = "1000000000000000000", twenty = "18446744073709551615";
  EXPECT_EQ(deep_text(6, int64_t{1'000'000'000'000'000'000}), "[[[[[[" + nineteen + " " + nineteen + " " +
                                                                  nineteen + " ...\n      " + nineteen + " " +
                                                                  nineteen + " " + nineteen + "]]]]]]");
  EXPECT_EQ(deep_text(5, UINT64_MAX), "[[[[[" + twenty + " " + twenty + " " + twenty + "\n     ... " +
                                          twenty + " " + twenty + "\n     " + twenty + "]]]]]");
  EXPECT_EQ(deep_text(9, UINT64_MAX), "[[[[[[[[[" + twenty + " " + twenty + "\n         " + twenty + " ... " +
                                          twenty + "\n         " + twenty + " " + twenty + "]]]]]]]]]");
}

TEST(NumpyText, ShowsScalarsWithAllTheirDigits) {
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(0.1234567890123)), "0.1234567890123");
  EXPECT_EQ(numpy_text(Tensor::scalar<float>(1e-4f)), "1e-04");  // a little less than 0.0001
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(1e-4)), "0.0001");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(9.999e-5)), "9.999e-05");
  EXPECT_EQ(numpy_text(Tensor::scalar<float>(1e6f)), "1e+06");
  EXPECT_EQ(numpy_text(Tensor::scalar<float>(999999.94f)), "999999.94");
  EXPECT_EQ(numpy_text(Tensor::scalar(round_to_f16(1000))), "1e+03");
  EXPECT_EQ(numpy_text(Tensor::scalar(round_to_f16(999.5))), "999.5");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(1e15)), "1000000000000000.0");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(-1e16)), "-1e+16");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(kNaN)), "nan");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(-0.0)), "-0.0");
  EXPECT_EQ(numpy_text(Tensor::scalar<double>(-kInfinity)), "-inf");
  EXPECT_EQ(numpy_text(Tensor::scalar<int64_t>(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(numpy_text(Tensor::scalar<bool>(true)), "True");
  EXPECT_EQ(numpy_text(Tensor::scalar<bool>(false)), "False");
}

TEST(NumpyText, ShowsNothingOfAnEmptyArray) {
  EXPECT_EQ(numpy_text(Tensor::zeros(ElementType::kF32, {2, 0})), "[]");
}

}  // namespace
}  // namespace backedge
