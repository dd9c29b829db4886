#include "interpreter/tensor/decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace backedge {
namespace {

template <class T>
std::string text_of(T value) {
  return element_text(Tensor::scalar(value), 0);
}

TEST(ShortestDecimal, IsWorkedByHand) {
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(0.1f), "0.1");
  EXPECT_EQ(text_of(round_to_f16(0.1)), "0.1");
  EXPECT_EQ(text_of(round_to_bf16(0.1)), "0.1");
  EXPECT_EQ(text_of(16777216.0f), "16777216.0");
  EXPECT_EQ(text_of(f16{0x7bff}), "65500.0");
  EXPECT_EQ(text_of(f16{0x0001}), "6e-08");
  EXPECT_EQ(text_of(bf16{0x7f7f}), "3.39e+38");
  EXPECT_EQ(text_of(bf16{0x8001}), "-9e-41");
  EXPECT_EQ(text_of(5e-324), "5e-324");
  EXPECT_EQ(text_of(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(text_of(-0.0f), "-0.0");
  EXPECT_EQ(text_of(1e16), "1e+16");
  EXPECT_EQ(text_of(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(text_of(0.0001), "0.0001");
  EXPECT_EQ(text_of(-0.00001), "-1e-05");
  EXPECT_EQ(text_of(-12.5), "-12.5");
  EXPECT_EQ(text_of(f16{0x2400}),
            "0.01563");  // 2^-6: 0.01562 is equally near, but rounds to the next smaller value
  EXPECT_EQ(text_of(-std::numeric_limits<float>::infinity()), "-inf");
  EXPECT_EQ(text_of(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(text_of(f16{0x7e00}), "nan");
  EXPECT_EQ(text_of(false), "false");
  EXPECT_EQ(text_of(true), "true");
  EXPECT_EQ(text_of(int8_t{-128}), "-128");
}

TEST(ShortestDecimal, OfEveryHalfReadsBack) {
  for (int bits = 0; bits <= 0xffff; ++bits) {
    const f16 half{static_cast<uint16_t>(bits)};
    if (std::isfinite(to_float(half))) {
      EXPECT_EQ(round_to_f16(std::strtod(text_of(half).c_str(), nullptr)), half);
    }
    const bf16 brain{static_cast<uint16_t>(bits)};
    if (std::isfinite(to_float(brain))) {
      EXPECT_EQ(round_to_bf16(std::strtod(text_of(brain).c_str(), nullptr)), brain);
    }
  }
}

TEST(ElementOf, RoundsOnce) {
  EXPECT_EQ(element_of<f16>(int64_t{2049}), round_to_f16(2048));
  EXPECT_EQ(element_of<bf16>(-257.0), round_to_bf16(-256));
  EXPECT_EQ(element_of<float>(int64_t{16777217}), 16777216.0f);
  EXPECT_EQ(element_of<int8_t>(-128.0), -128);
  EXPECT_EQ(element_of<uint64_t>(int64_t{7}), 7u);
  EXPECT_TRUE(element_of<bool>(0.5));
  EXPECT_FALSE(element_of<bool>(-0.0));
}

TEST(Hexadecimal, HasZerosInFront) {
  EXPECT_EQ(hexadecimal(0x1f0), "00000000000001f0");
  EXPECT_EQ(hexadecimal(0xfedcba9876543210u), "fedcba9876543210");
  EXPECT_EQ(hexadecimal(0xabc, 4), "0abc");
  EXPECT_EQ(hexadecimal(0xabc, 2), "bc");
}

TEST(NearestDecimal, RoundsTiesToEvenAndCutsZeros) {
  EXPECT_EQ(decimal_text(nearest_decimal(0.125, 1), true), "1.2e-01");
  EXPECT_EQ(decimal_text(nearest_decimal(0.375, 1), false), "0.38");
  EXPECT_EQ(decimal_text(nearest_decimal(-1000.0, 5), false), "-1000.0");
  EXPECT_EQ(decimal_text(nearest_decimal(9.96, 1), true), "1e+01");
}

}  // namespace
}  // namespace backedge
