#include "interpreter/elements/convert_elements.h"

#include <gtest/gtest.h>

#include <limits>

#include "interpreter/elements/strided_tensor.h"

namespace backedge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The elements of a tensor as a T.
template <class T>
std::vector<T> converted(const Tensor& from) {
  Tensor to = Tensor::zeros(element_type_of<T>(), from.shape());
  convert_elements(from, StridedTensor::writable(to));
  return {to.values<T>().begin(), to.values<T>().end()};
}

template <class To, class From>
std::vector<To> converted(std::initializer_list<From> values) {
  return converted<To>(Tensor::of<From>({std::ssize(values)}, values));
}

/// The bits of f16 or bf16.
template <class To, class From>
std::vector<int> bits_of(std::initializer_list<From> values) {
  std::vector<int> bits;
  for (const To value : converted<To>(values)) bits.push_back(value.bits);
  return bits;
}

TEST(ConvertElements, RealsToIntegersSaturate) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(converted<int8_t>({1.5, -2.7, 127.0, 128.0, -128.0, -129.0, nan, -kInfinity}),
            (std::vector<int8_t>{1, -2, 127, 127, -128, -128, 0, -128}));
  EXPECT_EQ(converted<uint64_t>({-1.0, 0x1.fffffffffffffp63, 0x1p64}),
            (std::vector<uint64_t>{0, 0xfffffffffffff800, UINT64_MAX}));
  EXPECT_EQ(converted<int64_t>({0x1p63, -0x1p63, -kInfinity}),
            (std::vector<int64_t>{INT64_MAX, INT64_MIN, INT64_MIN}));
}

// bf16 has 8 digits: above 2^62, it holds every multiple of 2^55. Halfway between two of them, the even one is
// nearest. A double cannot tell halfway from 1 more.
TEST(ConvertElements, LongIntegersAreRoundedOnce) {
  const int64_t one = int64_t{1} << 62, half = one + (int64_t{1} << 54);
  EXPECT_EQ((bits_of<bf16, int64_t>({1, -1, one, half, half + 1, -half, -half - 1})),
            (std::vector<int>{0x3f80, 0xbf80, 0x5e80, 0x5e80, 0x5e81, 0xde80, 0xde81}));
  const uint64_t large = uint64_t{1} << 63, tie = large + (uint64_t{1} << 55);
  EXPECT_EQ((bits_of<bf16, uint64_t>({1, large, tie, tie + 1})),
            (std::vector<int>{0x3f80, 0x5f00, 0x5f00, 0x5f01}));
  EXPECT_EQ((bits_of<f16, int64_t>({2049, 2051, 65519, 65520, -65520})),
            (std::vector<int>{0x6800, 0x6802, 0x7bff, 0x7c00, 0xfc00}));
  // f32 has 24 digits: above 2^60, it holds every multiple of 2^37.
  EXPECT_EQ((converted<float, int64_t>({(int64_t{1} << 60) + (int64_t{1} << 36) + 1})),
            (std::vector<float>{0x1p60f + 0x1p37f}));
}

TEST(ConvertElements, BetweenTypesAndStrides) {
  const Tensor reals = Tensor::of<float>({2, 2}, {1.5f, -2.5f, 300, std::numeric_limits<float>::quiet_NaN()});
  Tensor bytes = Tensor::zeros(ElementType::kI8, {2, 2});
  const StridedTensor from = reals, to = StridedTensor::writable(bytes);
  convert_elements(from, to.seen_as(to.layout().permuted(std::array<int64_t, 2>{1, 0})));
  EXPECT_TRUE(bytes.same_bits(Tensor::of<int8_t>({2, 2}, {1, 127, -2, 0})));
}

TEST(ConvertElements, WritesNothingBetweenAndBehind) {
  const Tensor in = Tensor::of<int16_t>({6}, {1, 2, 3, 4, 5, 6});
  const auto copy = [&](const Layout& to, const Layout& from) {
    Tensor out = Tensor::of<int32_t>({6}, {9, 9, 9, 9, 9, 9});
    convert_elements(StridedTensor(in).seen_as(from), StridedTensor::writable(out).seen_as(to));
    return std::vector<int32_t>(out.values<int32_t>().begin(), out.values<int32_t>().end());
  };
  const Layout whole = Layout::row_major({6});
  const Layout first = whole.sliced(0, 0, 2), every_second = whole.sliced(0, 0, 2, 2);
  using Integers = std::vector<int32_t>;
  EXPECT_EQ(copy(first, first), (Integers{1, 2, 9, 9, 9, 9}));
  EXPECT_EQ(copy(every_second, first), (Integers{1, 9, 2, 9, 9, 9}));
  EXPECT_EQ(copy(first, every_second), (Integers{1, 3, 9, 9, 9, 9}));
  EXPECT_EQ(copy(every_second, every_second), (Integers{1, 9, 3, 9, 9, 9}));
}

}  // namespace
}  // namespace backedge
