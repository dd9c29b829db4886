#include "interpreter/tensor/element_type.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace backedge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ElementType, HasAName) {
  EXPECT_EQ(element_type_named("f16"), ElementType::kF16);
  EXPECT_EQ(element_type_named("f8e5m2fnuz"), ElementType::kF8E5M2FNUZ);
  EXPECT_EQ(element_type_named("F32"), std::nullopt);
  EXPECT_EQ(element_type_named("FP32"), std::nullopt);
  EXPECT_EQ(element_type_named(""), std::nullopt);
  EXPECT_EQ(name_of(ElementType::kBF16), "bf16");
  EXPECT_EQ(name_of(ElementType::kI2), "i2");
  for (int i = 0; i <= static_cast<int>(ElementType::kF64); ++i) {
    const auto type = static_cast<ElementType>(i);
    EXPECT_EQ(element_type_named(name_of(type)), type);
    dispatch(type, [&]<class T>(TypeTag<T>) {
      EXPECT_EQ(element_type_of<T>(), type);
      EXPECT_EQ(size_of(type), static_cast<int64_t>(sizeof(T)));
      EXPECT_EQ(is_real(type), kIsReal<T>);
      EXPECT_EQ(is_integer(type), kIsInteger<T>);
    });
  }
  EXPECT_EQ(size_of(ElementType::kBoolean), 1);
  EXPECT_EQ(size_of(ElementType::kBF16), 2);
  EXPECT_EQ(size_of(ElementType::kU64), 8);
}

TEST(F16, HasTheValuesOfItsBits) {
  EXPECT_EQ(f16(), f16{0x0000});
  EXPECT_EQ(to_float(f16{0x3c00}), 1.0f);
  EXPECT_EQ(to_float(f16{0xc000}), -2.0f);
  EXPECT_EQ(to_float(f16{0x7bff}), 65504.0f);
  EXPECT_EQ(to_float(f16{0x0001}), std::ldexp(1.0f, -24));
  EXPECT_EQ(to_float(f16{0x0400}), std::ldexp(1.0f, -14));
  EXPECT_EQ(to_float(f16{0xfc00}), -kInfinity);
  EXPECT_TRUE(std::isnan(to_float(f16{0x7c01})));
  EXPECT_EQ(std::bit_cast<uint32_t>(to_float(f16{0xfe01})), 0xffc02000u);  // sign and payload stay
  EXPECT_TRUE(std::signbit(to_float(f16{0x8000})));
}

TEST(BF16, IsTheUpperHalfOfAFloat) {
  EXPECT_EQ(bf16(), bf16{0x0000});
  EXPECT_EQ(to_float(bf16{0x3f80}), 1.0f);
  EXPECT_EQ(to_float(bf16{0x0001}), std::ldexp(1.0f, -133));
  EXPECT_EQ(to_float(bf16{0x7f80}), kInfinity);
}

// Every value stays the same. Halfway to the next value the even one is taken, close to halfway the nearer
// one.
template <class Half, class Round>
void expect_nearest_even(Round round, uint16_t infinity) {
  for (uint16_t bits = 0; bits < infinity; ++bits) {
    const double value = to_float(Half{bits});
    const auto next = static_cast<uint16_t>(bits + 1);
    // Above the largest value, the tie is where the next power of two would be.
    const double above =
        next < infinity ? to_float(Half{next}) : 2 * value - to_float(Half{static_cast<uint16_t>(bits - 1)});
    const double tie = value + (above - value) / 2;
    const auto minus = [](uint16_t magnitude) { return Half{static_cast<uint16_t>(magnitude | 0x8000)}; };
    EXPECT_EQ(round(value), Half{bits});
    EXPECT_EQ(round(-value), minus(bits));
    EXPECT_EQ(round(tie), Half{bits % 2 == 0 ? bits : next});
    EXPECT_EQ(round(-tie), minus(bits % 2 == 0 ? bits : next));
    EXPECT_EQ(round(std::nextafter(tie, 0.0)), Half{bits});
    EXPECT_EQ(round(std::nextafter(tie, kInfinity)), Half{next});
  }
}

TEST(F16, RoundsToNearestEven) { expect_nearest_even<f16>(round_to_f16, 0x7c00); }
TEST(BF16, RoundsToNearestEven) { expect_nearest_even<bf16>(round_to_bf16, 0x7f80); }

TEST(Halves, RoundTheEndsOfDouble) {
  EXPECT_EQ(round_to_f16(kInfinity), f16{0x7c00});
  EXPECT_EQ(round_to_f16(-1e300), f16{0xfc00});
  EXPECT_EQ(round_to_f16(65519.999), f16{0x7bff});
  EXPECT_EQ(round_to_f16(65520), f16{0x7c00});
  EXPECT_EQ(round_to_f16(-5e-324), f16{0x8000});
  EXPECT_EQ(round_to_f16(std::nan("")), f16{0x7e00});
  EXPECT_EQ(round_to_f16(-std::nan("")), f16{0x7e00});
  EXPECT_EQ(round_to_bf16(1e300), bf16{0x7f80});
  EXPECT_EQ(round_to_bf16(5e-324), bf16{0x0000});
  EXPECT_EQ(round_to_bf16(std::nan("")), bf16{0x7fc0});
}

}  // namespace
}  // namespace backedge
