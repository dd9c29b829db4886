#include "interpreter/ops/promote_types.h"

#include "interpreter/ops/testing/testing.h"

/// ConvertPromoteTypes.
namespace backedge::ops {
namespace {

using namespace backedge::testing;
using enum ElementType;

constexpr PromoteTypes kUnsafe = {.safe = false};
constexpr PromoteTypes kScalars = {.safe = false, .scalars_adapt = true};
constexpr PromoteTypes kSafeScalars = {.scalars_adapt = true};

/// The common type of operands of these shapes, or the rule by which it is rejected.
std::string common(const PromoteTypes& options, ElementType a, ElementType b,
                   const PartialShape& of_a = Shape{2}, const PartialShape& of_b = Shape{3}) {
  const Operand operands[] = {{a, of_a}, {b, of_b}};
  std::vector<Signature> outputs(2);
  const Result<void> inferred = make_convert_promote_types(options).infer(operands, outputs);
  if (!inferred.ok()) return std::string(inferred.error().rule());
  EXPECT_EQ(outputs[0].type, outputs[1].type);
  EXPECT_TRUE(outputs[0].shape == of_a && outputs[1].shape == of_b);
  return std::string(name_of(outputs[0].type));
}

TEST(ConvertPromoteTypes, Integers) {
  EXPECT_EQ(common({}, kI32, kU8), "i32");
  EXPECT_EQ(common({}, kU8, kU32), "u32");
  EXPECT_EQ(common({}, kI8, kI64), "i64");
  EXPECT_EQ(common({}, kI8, kU8), "OP-4");
  EXPECT_EQ(common(kUnsafe, kI8, kU8), "i16");
  EXPECT_EQ(common(kUnsafe, kU32, kI8), "i64");
  EXPECT_EQ(common({}, kU64, kU8), "u64");
  EXPECT_EQ(common({}, kU64, kI8), "OP-4");
  EXPECT_EQ(common(kUnsafe, kU64, kI8), "f32");
  EXPECT_EQ(common({.safe = false, .beyond_i64 = kI64}, kI8, kU64), "i64");
  EXPECT_EQ(common({.beyond_i64 = kU64}, kI8, kU64), "OP-4");
  EXPECT_EQ(common(kUnsafe, kU4, kI4), "i8");
  EXPECT_EQ(common({}, kU1, kI4), "i4");
  EXPECT_EQ(common(kUnsafe, kU8, kI4), "i16");
}

TEST(ConvertPromoteTypes, RealTypes) {
  EXPECT_EQ(common({}, kF16, kF32), "f32");
  EXPECT_EQ(common({}, kF64, kBF16), "f64");
  EXPECT_EQ(common({}, kF16, kBF16), "OP-4");
  EXPECT_EQ(common(kUnsafe, kF16, kBF16), "f32");
  EXPECT_EQ(common({}, kF8E4M3, kBF16), "bf16");
  EXPECT_EQ(common({}, kF8E4M3, kF8E5M2), "OP-4");
  EXPECT_EQ(common(kUnsafe, kF8E4M3, kF8E5M2), "f16");
}

TEST(ConvertPromoteTypes, KindsOfTypes) {
  EXPECT_EQ(common({}, kI8, kF16), "f16");
  EXPECT_EQ(common({}, kI16, kF16), "OP-4");
  EXPECT_EQ(common(kUnsafe, kI64, kF16), "f16");
  EXPECT_EQ(common({}, kI32, kF64), "f64");
  EXPECT_EQ(common({}, kI64, kF64), "OP-4");
  EXPECT_EQ(common({}, kU4, kF8E4M3), "f8e4m3");
  EXPECT_EQ(common({}, kBoolean, kF8E4M3), "f8e4m3");
  EXPECT_EQ(common({}, kU1, kBoolean), "u1");
  EXPECT_EQ(common({}, kBoolean, kU64), "u64");
  EXPECT_EQ(common({}, kBoolean, kBoolean), "boolean");
  for (const ElementType type : {kU2, kU3, kU6, kNF4, kF4E2M1, kF8E8M0}) {
    EXPECT_EQ(common(kUnsafe, type, kF32), "OP-4");
    EXPECT_EQ(common(kUnsafe, kF32, type), "OP-4");
  }
}

TEST(ConvertPromoteTypes, ScalarsTakeTheTypeOfTensors) {
  EXPECT_EQ(common(kScalars, kI64, kU8, Shape{}), "u8");
  EXPECT_EQ(common(kScalars, kU8, kI64, Shape{2}, Shape{}), "u8");
  EXPECT_EQ(common(kScalars, kI64, kU8, Shape{}, Shape{}), "i64");
  EXPECT_EQ(common(kScalars, kI64, kU8), "i64");
  EXPECT_EQ(common(kUnsafe, kI64, kU8, Shape{}), "i64");
  EXPECT_EQ(common(kScalars, kU64, kI8, Shape{}), "i8");
  EXPECT_EQ(common(kScalars, kF16, kI8, Shape{}), "f16");
  EXPECT_EQ(common(kScalars, kI8, kF16, Shape{}), "f16");
  EXPECT_EQ(common(kSafeScalars, kU8, kI64, Shape{}), "i64");
  EXPECT_EQ(common(kSafeScalars, kI64, kU8, Shape{}), "OP-4");
  EXPECT_EQ(common(kSafeScalars, kU8, kI8, Shape{}), "OP-4");
  EXPECT_EQ(common(kSafeScalars, kBF16, kF16, Shape{}), "OP-4");
  EXPECT_EQ(common(kScalars, kI64, kU8, PartialShape::any()), "OP-4");
  EXPECT_EQ(common(kScalars, kU8, kU8, PartialShape::any()), "u8");
  EXPECT_EQ(common(kScalars, kU8, kF32, PartialShape::any()), "f32");
  EXPECT_EQ(common(kUnsafe, kI64, kU8, PartialShape::any()), "i64");
}

TEST(ConvertPromoteTypes, Converts) {
  const auto both = [](const PromoteTypes& options, const Tensor& a, const Tensor& b) {
    return run(make_convert_promote_types(options), {a, b}, 2).value();
  };
  const auto wider = both(kUnsafe, Tensor::of<int8_t>({2}, {-1, 3}), Tensor::of<uint8_t>({}, {200}));
  EXPECT_TRUE(same(wider[0], Tensor::of<int16_t>({2}, {-1, 3})));
  EXPECT_TRUE(same(wider[1], Tensor::of<int16_t>({}, {200})));
  const auto real = both({}, floats({1}, {kNaN}), Tensor::of<bool>({2}, {true, false}));
  EXPECT_TRUE(same(real[0], floats({1}, {kNaN})));
  EXPECT_TRUE(same(real[1], floats({2}, {1, 0})));
  const auto empty = both({}, floats({0, 2}, {}), floats({1}, {1}));
  EXPECT_EQ(empty[0].shape(), (Shape{0, 2}));
}

}  // namespace
}  // namespace backedge::ops
