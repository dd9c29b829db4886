#include "conformance/judge/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace backedge {
namespace {

using Mode = Comparison::Mode;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMax = std::numeric_limits<float>::max();

// Whether one f32 is accepted in place of another.
bool passes(Comparison comparison, float expected, float actual) {
  return !compare({Tensor::scalar(expected), comparison}, Tensor::scalar(actual));
}

TEST(Bits, DistinguishZerosButNotNans) {
  EXPECT_TRUE(passes({}, 1.5f, 1.5f));
  EXPECT_FALSE(passes({}, 0.0f, -0.0f));
  EXPECT_FALSE(passes({}, 1.0f, std::nextafter(1.0f, 2.0f)));
  EXPECT_TRUE(passes({}, kNan, std::bit_cast<float>(0xffc00001u)));
  EXPECT_FALSE(passes({}, kNan, 1.0f));
  EXPECT_FALSE(passes({}, 1.0f, kNan));
}

TEST(NanBits, DistinguishNans) {
  EXPECT_TRUE(passes({Mode::kNanBits}, kNan, kNan));
  EXPECT_FALSE(passes({Mode::kNanBits}, kNan, -kNan));
}

TEST(Ulp, CountsValuesOfTheType) {
  const float next = std::nextafter(1.0f, 2.0f), tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_TRUE(passes({Mode::kUlp, 1}, 1.0f, next));
  EXPECT_FALSE(passes({Mode::kUlp, 1}, 1.0f, std::nextafter(next, 2.0f)));
  EXPECT_TRUE(passes({Mode::kUlp, 0}, 0.0f, -0.0f));
  EXPECT_TRUE(passes({Mode::kUlp, 2}, tiny, -tiny));
  EXPECT_FALSE(passes({Mode::kUlp, 1}, tiny, -tiny));
  EXPECT_FALSE(passes({Mode::kUlp, 9}, kMax, kInfinity));
  EXPECT_FALSE(passes({Mode::kUlp, 9}, kInfinity, kMax));
  EXPECT_TRUE(passes({Mode::kUlp, 9}, kInfinity, kInfinity));
  EXPECT_FALSE(passes({Mode::kUlp, 9}, kInfinity, -kInfinity));
  EXPECT_TRUE(passes({Mode::kUlp, 1}, kNan, -kNan));
  EXPECT_FALSE(passes({Mode::kUlp, 1}, kNan, 0.0f));
}

TEST(Unspecified, MayHaveAnyValueButMustBeThere) {
  const ExpectedTensor expected{Tensor::of<float>({3}, {1, 0, 2}), {}, {false, true, false}};
  EXPECT_FALSE(compare(expected, Tensor::of<float>({3}, {1, 7, 2})));
  EXPECT_FALSE(compare(expected, Tensor::of<float>({3}, {1, kNan, 2})));
  const std::optional<Difference> wrong = compare(expected, Tensor::of<float>({3}, {1, 7, 3}));
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->positions, std::vector<int64_t>{2});
  EXPECT_TRUE(compare(expected, Tensor::of<float>({2}, {1, 7})));
}

TEST(Ulp, IsOfTheElementsOwnType) {
  const ExpectedTensor expected{Tensor::scalar(f16{0x3c00}), {Mode::kUlp, 1}};
  EXPECT_FALSE(compare(expected, Tensor::scalar(f16{0x3c01})));
  EXPECT_TRUE(compare(expected, Tensor::scalar(f16{0x3c02})));
}

TEST(Bound, IsAnAbsoluteDistance) {
  EXPECT_TRUE(passes({Mode::kBound, 0.5}, 1.0f, 1.5f));
  EXPECT_TRUE(passes({Mode::kBound, 0.5}, 1.0f, 0.5f));
  EXPECT_FALSE(passes({Mode::kBound, 0.5}, 1.0f, std::nextafter(1.5f, 2.0f)));
  EXPECT_FALSE(passes({Mode::kBound, 1e300}, kMax, kInfinity));
  EXPECT_FALSE(passes({Mode::kBound, 1e300}, 0.0f, kNan));
  EXPECT_FALSE(passes({Mode::kBound, 1e300}, kInfinity, kMax));
  EXPECT_FALSE(passes({Mode::kBound, 1e300}, kInfinity, -kInfinity));
}

TEST(Integers, AreComparedByValueInEveryMode) {
  for (const Mode mode : {Mode::kBits, Mode::kNanBits, Mode::kUlp, Mode::kBound}) {
    const ExpectedTensor expected{Tensor::scalar(int32_t{7}), {mode, 9}};
    EXPECT_FALSE(compare(expected, Tensor::scalar(int32_t{7})));
    EXPECT_TRUE(compare(expected, Tensor::scalar(int32_t{8})));
  }
}

TEST(Compare, SeesTypeThenShapeThenValues) {
  const Tensor golden = Tensor::of<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto kind = [&](const Tensor& actual) { return compare({golden, {}}, actual)->kind; };
  EXPECT_FALSE(compare({golden, {}}, golden));
  EXPECT_EQ(kind(Tensor::of<int64_t>({2, 2}, {1, 2, 3, 4})), Difference::Kind::kElementType);
  EXPECT_EQ(kind(Tensor::of<int32_t>({3, 2}, {1, 2, 3, 4, 5, 6})), Difference::Kind::kShape);
  EXPECT_EQ(kind(Tensor::of<int32_t>({6}, {1, 2, 3, 4, 5, 6})), Difference::Kind::kShape);
  EXPECT_EQ(kind(Tensor::of<int32_t>({2, 3}, {1, 2, 3, 4, 5, 7})), Difference::Kind::kValue);
}

TEST(Compare, SaysWhichTypeOrShapeThereIs) {
  const ExpectedTensor expected{Tensor::zeros(ElementType::kI32, {2, 3}), {}};
  const auto type = compare(expected, Tensor::zeros(ElementType::kI64, {2, 2}));
  EXPECT_EQ(type->text, "element type\nexpected i32[2,3]\nactual   i64[2,2]");
  const auto shape = compare(expected, Tensor::zeros(ElementType::kI32, {3, 2}));
  EXPECT_EQ(shape->text, "shape\nexpected i32[2,3]\nactual   i32[3,2]");
  for (const auto& difference : {type, shape}) {
    EXPECT_EQ(difference->first, 0);
    EXPECT_EQ(difference->count, 0);
    EXPECT_TRUE(difference->positions.empty());
  }
}

TEST(Compare, ListsAtMostTwoHundredPositions) {
  Tensor actual = Tensor::zeros(ElementType::kU8, {300});
  std::fill_n(actual.writable<uint8_t>() + 50, 201, uint8_t{1});
  const auto difference = compare({Tensor::zeros(ElementType::kU8, {300}), {}}, actual);
  EXPECT_EQ(difference->count, 201);
  EXPECT_EQ(difference->first, 50);
  ASSERT_EQ(difference->positions.size(), 200u);
  EXPECT_EQ(difference->positions.front(), 50);
  EXPECT_EQ(difference->positions.back(), 249);
}

TEST(Compare, TakesEmptyTensorsForWhatTheyAre) {
  const Tensor empty = Tensor::zeros(ElementType::kF32, {0, 3});
  EXPECT_FALSE(compare({empty, {}}, empty));
  EXPECT_TRUE(compare({empty, {}}, Tensor::zeros(ElementType::kF32, {3, 0})));
}

TEST(Compare, ReportsTheFirstElementInDecimalAndBits) {
  const Tensor golden = Tensor::of<int8_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto difference = compare({golden, {}}, Tensor::of<int8_t>({2, 3}, {1, 2, 3, -12, 5, 7}));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->first, 3);
  EXPECT_EQ(difference->count, 2);
  EXPECT_EQ(difference->text,
            "first at [1,0] of i8[2,3]; 2 of 6 elements differ\n"
            "expected 4    0x04\n"
            "actual   -12  0xf4");
}

TEST(Compare, ReportsHowFarRealsAreApart) {
  const auto difference = compare({Tensor::scalar(1.0f), {}}, Tensor::scalar(std::nextafter(1.0f, 2.0f)));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->text,
            "first at [] of f32[]; 1 of 1 elements differ\n"
            "expected 1.0        0x3f800000\n"
            "actual   1.0000001  0x3f800001\n"
            "distance 1.192e-07, 1 ulp");
  const float tiny = std::numeric_limits<float>::denorm_min();
  const auto across = compare({Tensor::scalar(-tiny), {}}, Tensor::scalar(2 * tiny));
  EXPECT_NE(across->text.find("\ndistance 4.204e-45, 3 ulp"), std::string::npos) << across->text;
  const auto far = compare({Tensor::scalar(1.0f), {}}, Tensor::scalar(11.0f));
  EXPECT_NE(far->text.find("\ndistance 10.0, 28311552 ulp"), std::string::npos) << far->text;
  EXPECT_EQ(compare({Tensor::scalar(1.0f), {}}, Tensor::scalar(kInfinity))->text,
            "first at [] of f32[]; 1 of 1 elements differ\n"
            "expected 1.0  0x3f800000\n"
            "actual   inf  0x7f800000");
}

// The distance of a value from 0, as the report writes it.
std::string distance_from_zero(double value) {
  const std::string text = compare({Tensor::scalar(0.0), {}}, Tensor::scalar(value))->text;
  const size_t begin = text.find("\ndistance ") + 10;
  return text.substr(begin, text.find(',', begin) - begin);
}

TEST(Compare, WritesOnlySmallAndLargeDistancesWithAnExponent) {
  EXPECT_EQ(distance_from_zero(0.000012345), "1.234e-05");
  EXPECT_EQ(distance_from_zero(0.00012345), "0.0001234");
  EXPECT_EQ(distance_from_zero(123456), "123500.0");
  EXPECT_EQ(distance_from_zero(1234567), "1.235e+06");
}

TEST(Compare, ComparesNarrowTypesByTheirValues) {
  const auto pair = [](uint8_t a, uint8_t b) {
    return Tensor::of<uint8_t>({2}, {a, b}).reinterpreted_as(ElementType::kF8E4M3);
  };
  EXPECT_FALSE(compare({pair(0x38, 0x7f), {}}, pair(0x38, 0xff)));  // 1 and NaN
  const auto difference = compare({pair(0x38, 0x40), {}}, pair(0x38, 0x44));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->kind, Difference::Kind::kValue);
  EXPECT_EQ(difference->positions, std::vector<int64_t>{1});
}

TEST(Compare, ReportsNarrowTypesAsThemselves) {
  const auto text = [](ElementType type, uint8_t expected, uint8_t actual) {
    const auto pair = [&](uint8_t second) {
      return Tensor::of<uint8_t>({2}, {1, second}).reinterpreted_as(type);
    };
    return compare({pair(expected), {}}, pair(actual))->text;
  };
  EXPECT_EQ(text(ElementType::kF8E4M3, 0x40, 0x44),
            "first at [1] of f8e4m3[2]; 1 of 2 elements differ\n"
            "expected 2.0  0x40\n"
            "actual   3.0  0x44\n"
            "distance 1.0");
  EXPECT_EQ(text(ElementType::kU4, 7, 12),
            "first at [1] of u4[2]; 1 of 2 elements differ\n"
            "expected 7   0x07\n"
            "actual   12  0x0c");
}

TEST(IndexText, IsRowMajor) {
  EXPECT_EQ(index_text({}, 0), "[]");
  EXPECT_EQ(index_text({2, 3, 4}, 23), "[1,2,3]");
  EXPECT_EQ(index_text({2, 3, 4}, 4), "[0,1,0]");
  EXPECT_EQ(index_text({2, 3, 4}, 12), "[1,0,0]");
}

}  // namespace
}  // namespace backedge
