#include "interpreter/ops/numbers.h"

#include <gtest/gtest.h>

#include <bit>

#include "interpreter/ops/correctly_rounded.h"

namespace backedge::numbers {
namespace {

constexpr Format kHalf{11, -23, 16}, kBrain{8, -132, 128}, kSingle{24, -148, 128}, kDouble{53, -1073, 1024};
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t bits(double value) { return std::bit_cast<uint64_t>(value); }
uint16_t bits(f16 value) { return value.bits; }
uint16_t bits(bf16 value) { return value.bits; }

template <class T>
struct Case {
  Function function;
  T (*fast)(T);
};

template <class T>
std::vector<Case<T>> cases() {
  return {
      {Function::kExp, exp_of<T>},     {Function::kLog, log_of<T>},     {Function::kSin, sin_of<T>},
      {Function::kCos, cos_of<T>},     {Function::kTanh, tanh_of<T>},   {Function::kSigmoid, sigmoid_of<T>},
      {Function::kTan, tan_of<T>},     {Function::kAsin, asin_of<T>},   {Function::kAcos, acos_of<T>},
      {Function::kAtan, atan_of<T>},   {Function::kSinh, sinh_of<T>},   {Function::kCosh, cosh_of<T>},
      {Function::kAsinh, asinh_of<T>}, {Function::kAcosh, acosh_of<T>}, {Function::kAtanh, atanh_of<T>},
      {Function::kErf, erf_of<T>}};
}

TEST(Numbers, IntegersWrap) {
  EXPECT_EQ(add<int8_t>(127, 1), -128);
  EXPECT_EQ(add<int64_t>(INT64_MAX, 1), INT64_MIN);
  EXPECT_EQ(subtract<uint16_t>(0, 1), 65535);
  EXPECT_EQ(multiply<uint16_t>(65535, 65535), 1);
  EXPECT_EQ(multiply<int32_t>(INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(divide<int32_t>(INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(divide<int64_t>(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(divide<int8_t>(-7, 2), -3);
  EXPECT_EQ(divide<uint64_t>(UINT64_MAX, 2), UINT64_MAX / 2);
}

TEST(Numbers, ComputedNaNsAreCanonical) {
  EXPECT_EQ(bits(add(kInf, -kInf)), 0x7fc00000u);
  EXPECT_EQ(bits(divide(0.0f, 0.0f)), 0x7fc00000u);
  EXPECT_EQ(bits(multiply(0.0, -HUGE_VAL)), 0x7ff8000000000000u);
  EXPECT_EQ(bits(add(std::bit_cast<float>(0xffc12345u), 1.0f)), 0x7fc00000u);
  EXPECT_EQ(bits(sqrt_of(-1.0)), 0x7ff8000000000000u);
  EXPECT_EQ(bits(sqrt_of(f16{0xbc00})), 0x7e00);
  EXPECT_EQ(bits(subtract(bf16{0x7f80}, bf16{0x7f80})), 0x7fc0);
  for (const auto& [function, fast] : cases<float>()) EXPECT_EQ(bits(fast(-kNaN)), 0x7fc00000u);
  for (const auto& [function, fast] : cases<double>()) EXPECT_EQ(bits(fast(-NAN)), 0x7ff8000000000000u);
  EXPECT_EQ(bits(log_of(-1.0f)), 0x7fc00000u);
  EXPECT_EQ(bits(sin_of(kInf)), 0x7fc00000u);
  EXPECT_EQ(bits(power_of(-2.0f, 0.5f)), 0x7fc00000u);
  EXPECT_EQ(bits(atan2_of(-kNaN, kInf)), 0x7fc00000u);
  EXPECT_EQ(bits(atan2_of<double>(0, -NAN)), 0x7ff8000000000000u);
}

TEST(Numbers, HalvesRoundOnce) {
  EXPECT_EQ(bits(add(f16{0x3c00}, f16{0x1000})), 0x3c00);       // 1 + 2^-11: a tie, to even
  EXPECT_EQ(bits(add(f16{0x3c01}, f16{0x1000})), 0x3c02);       // 1 + 3 * 2^-11: a tie, to even
  EXPECT_EQ(bits(add(f16{0x7bff}, f16{0x7bff})), 0x7c00);       // above the largest
  EXPECT_EQ(bits(multiply(f16{0x0001}, f16{0x3800})), 0x0000);  // half the smallest: a tie, to even
  EXPECT_EQ(bits(multiply(f16{0x8003}, f16{0x3800})), 0x8002);  // -1.5 of the smallest
  EXPECT_EQ(bits(multiply(bf16{0x0001}, bf16{0x3f00})), 0x0000);
  EXPECT_EQ(bits(add(bf16{0x3f80}, bf16{0x0001})), 0x3f80);     // 1 + 2^-133
  EXPECT_EQ(bits(divide(bf16{0x3f80}, bf16{0x4040})), 0x3eab);  // 1/3
  EXPECT_EQ(bits(sqrt_of(f16{0x0001})), 0x0c00);                // 2^-12
}

TEST(Numbers, SignsOfZero) {
  EXPECT_EQ(bits(tanh_of(-0.0f)), bits(-0.0f));
  EXPECT_EQ(bits(sin_of(-0.0)), bits(-0.0));
  EXPECT_EQ(bits(sin_of(f16{0x8000})), 0x8000);
  EXPECT_EQ(bits(power_of(-0.0f, 3.0f)), bits(-0.0f));
  EXPECT_EQ(power_of(-0.0f, -3.0f), -kInf);
}

TEST(Numbers, SpecialPowers) {
  EXPECT_EQ(power_of(kNaN, 0.0f), 1);
  EXPECT_EQ(power_of(1.0f, kNaN), 1);
  EXPECT_EQ(power_of(-1.0f, kInf), 1);
  EXPECT_EQ(power_of(-1.0, HUGE_VAL), 1);
  EXPECT_EQ(power_of(0.5f, -kInf), kInf);
  EXPECT_EQ(power_of(-8.0f, 3.0f), -512);
  EXPECT_EQ(power_of(4097.0f, 2.0f), 16785408);  // 4097^2 = 16785409: a tie, to even
  EXPECT_EQ(power_of(257.0f, 3.0f), 16974592);   // 16974593: a tie that Ziv's test never decides
  EXPECT_EQ(power_of(2.0f, -149.0f), 0x1p-149f);
  EXPECT_EQ(power_of(2.0f, -150.0f), 0);  // half the smallest
  EXPECT_EQ(power_of(4.0f, -74.5f), 0x1p-149f);
  EXPECT_EQ(power_of(2.0, -1074.0), 0x1p-1074);
  EXPECT_EQ(power_of(2.0, -1075.0), 0);
  EXPECT_EQ(power_of(10.0, 308.0), 1e308);
  EXPECT_EQ(bits(power_of(f16{0x4000}, f16{0xcd00})), 0x0010);  // 2^-20
}

// The values come from a 400-bit evaluation with another program.
TEST(CorrectlyRounded, KnownValues) {
  EXPECT_EQ(exp_of(0x1.62e42ep+6f), 0x1.ffff08p+127f);
  EXPECT_EQ(exp_of(0x1.62e430p+6f), kInf);
  EXPECT_EQ(exp_of(-0x1.9d1da0p+6f), 0x1p-149f);
  EXPECT_EQ(exp_of(-0x1.6p+6f), 0x1.07b710p-127f);
  EXPECT_EQ(sigmoid_of(-0x1.6p+6f), 0x1.07b710p-127f);
  EXPECT_EQ(sigmoid_of(-0x1.7ep+6f), 0x1.2acp-138f);
  EXPECT_EQ(sin_of(0x1.2ced32p+126f), 0x1.fa73c4p-1f);
  EXPECT_EQ(exp_of(-0x1.682p+9), 0x0.000077564144fp-1022);
  EXPECT_EQ(sigmoid_of(-0x1.682p+9), 0x0.000077564144fp-1022);
  EXPECT_EQ(sigmoid_of(-0x1.748cccccccccdp+9), 0x1p-1074);
  EXPECT_EQ(sigmoid_of(0x1.259999999999ap+5), 0x1.fffffffffffffp-1);
  EXPECT_EQ(sigmoid_of(0x1.56e1fc2f8f359p-997), 0.5);
  EXPECT_EQ(tanh_of(0x1.56e1fc2f8f359p-997), 0x1.56e1fc2f8f359p-997);
  EXPECT_EQ(sin_of(1e22), -0x1.b453ab76bf397p-1);
  EXPECT_EQ(cos_of(1e22), 0x1.0be2cef01c8f4p-1);
  EXPECT_EQ(bits(exp_of(f16{0xcc54})), 0x0001);      // e^-17.3125
  EXPECT_EQ(bits(sigmoid_of(f16{0xc900})), 0x02fa);  // e^-10 / (1 + e^-10), subnormal
}

TEST(CorrectlyRounded, Limits) {
  EXPECT_EQ(exp_of(-kInf), 0);
  EXPECT_EQ(exp_of(0.0), 1);
  EXPECT_EQ(log_of(0.0f), -kInf);
  EXPECT_EQ(log_of(1.0f), 0);
  EXPECT_EQ(tanh_of(-kInf), -1);
  EXPECT_EQ(cos_of(0.0f), 1);
  for (const double large : {1e3, 1e30, 1.7e308, HUGE_VAL}) {
    EXPECT_EQ(sigmoid_of(large), 1);
    EXPECT_EQ(sigmoid_of(-large), 0);
  }
  EXPECT_EQ(sigmoid_of(0.0f), 0.5f);
}

// Tests every f16 and bf16 against MPFR at 53 digits. Only a tie would leave doubt at that precision, and no
// value is a tie.
template <class T>
void expect_all(Format format) {
  for (const auto& [function, fast] : cases<T>()) {
    for (uint32_t pattern = 0; pattern <= 0xffff; ++pattern) {
      const T x{static_cast<uint16_t>(pattern)};
      const T expected = round_to<T>(correctly_rounded(function, widen(x), 0, kDouble));
      ASSERT_EQ(bits(fast(x)), bits(expected)) << static_cast<int>(function) << " " << pattern;
      if (pattern % 16 == 5) {
        ASSERT_EQ(bits(round_to<T>(correctly_rounded(function, widen(x), 0, format))), bits(expected))
            << pattern;
      }
    }
  }
}

TEST(CorrectlyRounded, EveryF16) { expect_all<f16>(kHalf); }
TEST(CorrectlyRounded, EveryBF16) { expect_all<bf16>(kBrain); }

TEST(CorrectlyRounded, F32AgreesWithMpfr) {
  for (const auto& [function, fast] : cases<float>()) {
    for (uint64_t pattern = 0; pattern < uint64_t{1} << 32; pattern += 1'299'709) {
      const auto x = std::bit_cast<float>(static_cast<uint32_t>(pattern));
      const float expected = round_to<float>(correctly_rounded(function, static_cast<double>(x), 0, kSingle));
      ASSERT_EQ(bits(fast(x)), bits(expected)) << static_cast<int>(function) << " " << x;
    }
  }
}

// Every f16 with a y of each size, and f32 of all bits.
TEST(CorrectlyRounded, AnglesAgreeWithMpfr) {
  for (uint32_t i = 0; i <= 0xffff; ++i) {
    const uint32_t mixed = i * 2654435761u;
    const f16 a{static_cast<uint16_t>(i)}, b{static_cast<uint16_t>(mixed >> 16)};
    ASSERT_EQ(bits(atan2_of(a, b)),
              bits(round_to<f16>(correctly_rounded(Function::kAtan2, widen(a), widen(b), kHalf))))
        << a.bits << " " << b.bits;
    const auto y = std::bit_cast<float>(mixed), x = std::bit_cast<float>(mixed * 2246822519u + i);
    const double exact =
        correctly_rounded(Function::kAtan2, static_cast<double>(y), static_cast<double>(x), kSingle);
    ASSERT_EQ(bits(atan2_of(y, x)), bits(round_to<float>(exact))) << y << " " << x;
  }
}

TEST(CorrectlyRounded, PowersAgreeWithMpfr) {
  for (uint32_t i = 0; i < 20000; ++i) {
    const uint32_t mixed = i * 2654435761u;
    const float x = std::bit_cast<float>((mixed & 0x0fffffffu) + 0x38000000u);
    const float y = static_cast<float>(static_cast<int>(mixed >> 9 & 0x3ff) - 512) / 8;
    const double exact =
        correctly_rounded(Function::kPower, static_cast<double>(x), static_cast<double>(y), kSingle);
    ASSERT_EQ(bits(power_of(x, y)), bits(round_to<float>(exact))) << x << " " << y;
    const f16 a{static_cast<uint16_t>(mixed)}, b{static_cast<uint16_t>(mixed >> 16)};
    ASSERT_EQ(bits(power_of(a, b)),
              bits(round_to<f16>(correctly_rounded(Function::kPower, widen(a), widen(b), kHalf))))
        << a.bits << " " << b.bits;
  }
}

}  // namespace
}  // namespace backedge::numbers
