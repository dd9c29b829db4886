#include "interpreter/tensor/narrow_types.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "interpreter/tensor/decimal.h"
#include "interpreter/tensor/numpy_text.h"
#include "interpreter/tensor/random_tensor.h"

namespace backedge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr ElementType kReals[] = {ElementType::kNF4,       ElementType::kF4E2M1, ElementType::kF8E4M3,
                                  ElementType::kF8E5M2,    ElementType::kF8E8M0, ElementType::kF8E4M3FNUZ,
                                  ElementType::kF8E5M2FNUZ};
constexpr ElementType kIntegers[] = {ElementType::kU1, ElementType::kU2, ElementType::kU3, ElementType::kU4,
                                     ElementType::kU6, ElementType::kI2, ElementType::kI4};

Tensor of(ElementType type, std::initializer_list<int> bytes) {
  Tensor tensor = Tensor::zeros(type, {std::ssize(bytes)});
  std::byte* to = tensor.writable_bytes();
  for (const int byte : bytes) *to++ = static_cast<std::byte>(byte);
  return tensor;
}

double through(ElementType type, double value) { return value_of_narrow(type, narrow_of_real(type, value)); }

int last_bits_of(ElementType type) {
  return type == ElementType::kNF4 || type == ElementType::kF4E2M1 ? 15 : 255;
}

TEST(NarrowTypes, KeepTheirOwnValues) {
  for (const ElementType type : kReals) {
    for (int bits = 0; bits <= last_bits_of(type); ++bits) {
      const double value = value_of_narrow(type, static_cast<uint8_t>(bits));
      if (std::isnan(value)) continue;
      EXPECT_EQ(narrow_of_real(type, value), bits) << name_of(type);
    }
  }
  for (const ElementType type : kIntegers) {
    for (int value = -8; value < 64; ++value) {
      const auto byte = narrow_of_integer(type, static_cast<uint64_t>(value));
      const int kept = wide_type_of(type) == ElementType::kI8 ? static_cast<int8_t>(byte) : byte;
      EXPECT_EQ(narrow_of_real(type, kept), byte) << name_of(type);
    }
  }
}

// The middle of two neighbours has the even bits, and what is beside it the nearer one.
TEST(NarrowTypes, RoundToNearestEven) {
  for (const ElementType type : {ElementType::kF4E2M1, ElementType::kF8E4M3, ElementType::kF8E5M2,
                                 ElementType::kF8E4M3FNUZ, ElementType::kF8E5M2FNUZ}) {
    for (int bits = 0; bits < last_bits_of(type) / 2; ++bits) {
      const double low = value_of_narrow(type, static_cast<uint8_t>(bits));
      const double high = value_of_narrow(type, static_cast<uint8_t>(bits + 1));
      if (!std::isfinite(high)) break;
      const double middle = (low + high) / 2;
      EXPECT_EQ(narrow_of_real(type, middle), bits + bits % 2);
      EXPECT_EQ(narrow_of_real(type, std::nextafter(middle, 0)), bits);
      EXPECT_EQ(narrow_of_real(type, std::nextafter(middle, kInfinity)), bits + 1);
      EXPECT_EQ(through(type, -middle), -through(type, middle));
    }
  }
  for (int bits = 0; bits < 254; ++bits) {
    const double middle = std::ldexp(1.5, bits - 127);
    EXPECT_EQ(narrow_of_real(ElementType::kF8E8M0, middle), bits == 0 ? 0 : bits + bits % 2);
    EXPECT_EQ(narrow_of_real(ElementType::kF8E8M0, std::nextafter(middle, kInfinity)), bits + 1);
  }
}

TEST(NarrowTypes, HaveTheNumbersOfTheRule) {
  EXPECT_EQ(value_of_narrow(ElementType::kF8E4M3, 0x7e), 448);
  EXPECT_EQ(value_of_narrow(ElementType::kF8E4M3, 0x01), std::ldexp(1.0f, -9));
  EXPECT_TRUE(std::isnan(value_of_narrow(ElementType::kF8E4M3, 0xff)));
  EXPECT_EQ(value_of_narrow(ElementType::kF8E5M2, 0x7b), 57344);
  EXPECT_EQ(value_of_narrow(ElementType::kF8E5M2, 0xfc), -kInfinity);
  EXPECT_TRUE(std::isnan(value_of_narrow(ElementType::kF8E5M2, 0x7d)));
  EXPECT_EQ(value_of_narrow(ElementType::kF8E4M3FNUZ, 0x7f), 240);
  EXPECT_EQ(value_of_narrow(ElementType::kF8E4M3FNUZ, 0x81), -std::ldexp(1.0f, -10));
  EXPECT_TRUE(std::isnan(value_of_narrow(ElementType::kF8E4M3FNUZ, 0x80)));
  EXPECT_EQ(value_of_narrow(ElementType::kF8E5M2FNUZ, 0xff), -57344);
  EXPECT_EQ(value_of_narrow(ElementType::kF8E5M2FNUZ, 0x01), std::ldexp(1.0f, -17));
  EXPECT_TRUE(std::isnan(value_of_narrow(ElementType::kF8E5M2FNUZ, 0x80)));
  EXPECT_EQ(value_of_narrow(ElementType::kF8E8M0, 0), std::ldexp(1.0f, -127));
  EXPECT_EQ(value_of_narrow(ElementType::kF8E8M0, 254), std::ldexp(1.0f, 127));
  EXPECT_TRUE(std::signbit(value_of_narrow(ElementType::kF4E2M1, 8)));
  EXPECT_EQ(value_of_narrow(ElementType::kNF4, 7), 0);
  EXPECT_EQ(value_of_narrow(ElementType::kNF4, 0xf7), 0);  // the other bits have no meaning
}

TEST(NarrowTypes, HaveNoMoreThanTheirLargestNumber) {
  EXPECT_EQ(through(ElementType::kF8E4M3, 464), 448);
  for (const double value : {465.0, 1e300, kInfinity, kNan})
    EXPECT_TRUE(std::isnan(through(ElementType::kF8E4M3, value)));
  EXPECT_EQ(through(ElementType::kF8E5M2, 61439), 57344);
  EXPECT_EQ(through(ElementType::kF8E5M2, -61440), -kInfinity);
  EXPECT_TRUE(std::isnan(through(ElementType::kF8E5M2, kNan)));
  EXPECT_EQ(through(ElementType::kF8E4M3FNUZ, 247), 240);
  EXPECT_EQ(through(ElementType::kF8E5M2FNUZ, -61439), -57344);
  for (const ElementType type : {ElementType::kF8E4M3FNUZ, ElementType::kF8E5M2FNUZ}) {
    for (const double value : {61440.0, -kInfinity, 1e308, kNan})
      EXPECT_EQ(narrow_of_real(type, value), 0x80) << value;
    EXPECT_EQ(narrow_of_real(type, -0.0), 0);
    EXPECT_EQ(narrow_of_real(type, -1e-9), 0);
  }
  EXPECT_EQ(through(ElementType::kF4E2M1, -kInfinity), -6);
  EXPECT_EQ(through(ElementType::kF4E2M1, kNan), 6);
  EXPECT_EQ(through(ElementType::kNF4, kInfinity), 1);
  EXPECT_EQ(through(ElementType::kNF4, kNan), -1);
  EXPECT_EQ(through(ElementType::kF8E8M0, kInfinity), std::ldexp(1.0, 127));
  EXPECT_EQ(through(ElementType::kF8E8M0, -3), std::ldexp(1.0, -127));
  EXPECT_TRUE(std::isnan(through(ElementType::kF8E8M0, kNan)));
}

// Above the greatest power is the middle to the next one, which f8e8m0 does not have.
TEST(NarrowTypes, RoundNoPowerToNan) {
  EXPECT_EQ(narrow_of_real(ElementType::kF8E8M0, std::ldexp(1.75, 127)), 0xfe);
  EXPECT_EQ(narrow_of_real(ElementType::kF8E8M0, std::ldexp(1.0, 130)), 0xfe);
  EXPECT_EQ(narrow_of_real(ElementType::kF8E8M0, std::ldexp(1.0, 126)), 0xfd);
}

TEST(NarrowTypes, IntegersTruncateAndWrap) {
  EXPECT_EQ(narrow_of_real(ElementType::kU4, 2.9), 2);
  EXPECT_EQ(narrow_of_real(ElementType::kU4, 17.9), 1);
  EXPECT_EQ(narrow_of_real(ElementType::kU4, -1), 15);
  EXPECT_EQ(narrow_of_real(ElementType::kU4, 1e300), 0);
  EXPECT_EQ(narrow_of_real(ElementType::kU4, -0.5), 0);
  EXPECT_EQ(narrow_of_real(ElementType::kI4, -8.9), 0xf8);
  EXPECT_EQ(narrow_of_real(ElementType::kI4, -9), 7);
  EXPECT_EQ(narrow_of_real(ElementType::kI4, -kInfinity), 0);
  EXPECT_EQ(narrow_of_real(ElementType::kI4, kNan), 0);
  EXPECT_EQ(narrow_of_integer(ElementType::kU4, 17), 1);
  EXPECT_EQ(narrow_of_integer(ElementType::kI4, 8), 0xf8);
  EXPECT_EQ(narrow_of_integer(ElementType::kI2, 2), 0xfe);
  EXPECT_EQ(narrow_of_integer(ElementType::kI2, 5), 1);
  EXPECT_EQ(narrow_of_real(ElementType::kI2, -2.9), 0xfe);
  EXPECT_EQ(narrow_of_integer(ElementType::kU6, static_cast<uint64_t>(-1)), 63);
}

// The bytes and numbers are those of OpenVINO 2026.4.1.
TEST(NarrowTypes, AreUnpacked) {
  const int packed[] = {0xb1, 0x5c, 0xe7, 0x1a};
  std::byte bytes[4];
  std::transform(packed, packed + 4, bytes, [](int byte) { return static_cast<std::byte>(byte); });
  const auto expect = [&](ElementType type, std::initializer_list<int> elements) {
    Tensor tensor = Tensor::zeros(type, {std::ssize(elements)});
    unpack(type, bytes, tensor.writable_bytes(), tensor.count());
    EXPECT_TRUE(tensor.same_bits(of(type, elements))) << name_of(type) << numpy_text(tensor);
    EXPECT_LE(packed_bytes(type, tensor.count()), 4);
  };
  expect(ElementType::kU1, {1, 0, 1, 1, 0, 0, 0, 1, 0, 1});
  expect(ElementType::kU2, {1, 0, 3, 2, 0, 3, 1, 1, 3, 1});
  expect(ElementType::kU3, {6, 7, 4, 1, 1, 5, 7, 4});
  expect(ElementType::kU4, {1, 11, 12, 5, 7, 14, 10});
  expect(ElementType::kI4, {1, -5, -4, 5, 7, -2, -6});
  expect(ElementType::kU6, {59, 33, 21, 60});
  expect(ElementType::kNF4, {1, 11, 12, 5, 7, 14, 10});
  expect(ElementType::kF8E5M2, {0xb1, 0x5c, 0xe7, 0x1a});
}

TEST(NarrowTypes, ArePackedAndUnpackedWithoutTheNextElement) {
  const std::byte elements[] = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  std::byte packed[] = {std::byte{0}, std::byte{0}};
  pack(ElementType::kU4, elements, packed, 3);
  EXPECT_EQ(packed[0], std::byte{0x21});
  EXPECT_EQ(packed[1], std::byte{0x03});
  std::byte unpacked[] = {std::byte{9}, std::byte{9}, std::byte{9}, std::byte{9}};
  packed[1] = std::byte{0x43};
  unpack(ElementType::kU4, packed, unpacked, 3);
  EXPECT_EQ(unpacked[2], std::byte{3});
  EXPECT_EQ(unpacked[3], std::byte{9});
}

TEST(NarrowTypes, AreWidenedToATypeWithTheirSign) {
  for (const ElementType type : {ElementType::kU1, ElementType::kU6})
    EXPECT_EQ(wide_type_of(type), ElementType::kU8);
  for (const ElementType type : {ElementType::kI2, ElementType::kI4})
    EXPECT_EQ(wide_type_of(type), ElementType::kI8);
  EXPECT_TRUE(widened(of(ElementType::kU6, {63, 1})).same_bits(Tensor::of<uint8_t>({2}, {63, 1})));
  const Tensor wide = Tensor::of<float>({2}, {1, 2});
  EXPECT_TRUE(widened(wide).same_bits(wide));
}

TEST(NarrowTypes, HaveASizeInWeights) {
  EXPECT_EQ(packed_bytes(ElementType::kU1, 9), 2);
  EXPECT_EQ(packed_bytes(ElementType::kU4, 3), 2);
  EXPECT_EQ(packed_bytes(ElementType::kF8E8M0, 3), 3);
  EXPECT_EQ(packed_bytes(ElementType::kU3, 16), 6);
  EXPECT_EQ(packed_bytes(ElementType::kU3, 9), std::nullopt);
  EXPECT_EQ(packed_bytes(ElementType::kU6, 6), std::nullopt);
  EXPECT_EQ(packed_bytes(ElementType::kU6, 0), 0);
  EXPECT_EQ(packed_bytes(ElementType::kF32, 3), 12);
  EXPECT_EQ(packed_bytes(ElementType::kU4, std::numeric_limits<int64_t>::max()), std::nullopt);
}

TEST(NarrowTypes, HaveALargestSizeInWeights) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / 8 - 7;
  EXPECT_EQ(packed_bytes(ElementType::kU1, kMost), kMost / 8);
  EXPECT_EQ(packed_bytes(ElementType::kF8E8M0, kMost), kMost);
  EXPECT_EQ(packed_bytes(ElementType::kU1, kMost + 1), std::nullopt);
}

TEST(NarrowTypes, ArePrintedAsTheirValues) {
  EXPECT_EQ(numpy_text(of(ElementType::kI4, {0xf8, 7})), "[-8  7]");
  EXPECT_EQ(numpy_text(of(ElementType::kF8E4M3, {0x38, 0xc0, 0x7f})), "[ 1. -2. nan]");
  EXPECT_EQ(element_text(of(ElementType::kF4E2M1, {1, 15}), 1), "-6.0");
}

TEST(NarrowTypes, CanBeRandom) {
  const Tensor tensor = random_tensor(ElementType::kI4, {100}, 1, 0);
  Tensor same = tensor;
  clear_unused_bits(ElementType::kI4, {same.writable_bytes(), 100});
  EXPECT_TRUE(same.same_bits(tensor));
  EXPECT_FALSE(random_tensor(ElementType::kI4, {100}, 2, 0).same_bits(tensor));
}

}  // namespace
}  // namespace backedge
