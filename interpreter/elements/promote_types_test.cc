#include "interpreter/elements/promote_types.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

using enum ElementType;

/// The name of the type, or the rule of the error.
std::string text(const Result<ElementType>& type) {
  return type.ok() ? std::string(name_of(type.value())) : type.error().rule();
}

/// The promotion of two types, which must not depend on their order.
std::string promoted(ElementType a, ElementType b) {
  EXPECT_EQ(text(promote_types(a, b)), text(promote_types(b, a)));
  return text(promote_types(a, b));
}

TEST(PromoteTypes, OfOneKind) {
  EXPECT_EQ(promoted(kU16, kU16), "u16");
  EXPECT_EQ(promoted(kI8, kI32), "i32");
  EXPECT_EQ(promoted(kU8, kI8), "i16");
  EXPECT_EQ(promoted(kI16, kU8), "i16");
  EXPECT_EQ(promoted(kI32, kU8), "i32");
  EXPECT_EQ(promoted(kU8, kU8), "u8");
  EXPECT_EQ(promoted(kF16, kBF16), "f32");
  EXPECT_EQ(promoted(kF16, kF16), "f16");
  EXPECT_EQ(promoted(kF64, kF16), "f64");
}

TEST(PromoteTypes, OfDifferentKinds) {
  EXPECT_EQ(promoted(kBoolean, kI8), "i8");
  EXPECT_EQ(promoted(kF16, kBoolean), "f16");
  EXPECT_EQ(promoted(kI64, kF16), "f16");
  EXPECT_EQ(promoted(kBF16, kU64), "bf16");
}

TEST(PromoteTypes, WideUnsignedTypes) {
  for (const ElementType wide : {kU16, kU32, kU64}) {
    for (const ElementType other : {kI8, kI64, kU8, kBoolean}) EXPECT_EQ(promoted(wide, other), "ELEM-5");
    EXPECT_EQ(promoted(wide, kF16), "f16");
  }
  EXPECT_EQ(promoted(kU16, kU32), "ELEM-5");
}

TEST(PromoteTypes, CanCast) {
  EXPECT_TRUE(can_cast(kF64, kF16));
  EXPECT_TRUE(can_cast(kI64, kU8));
  EXPECT_TRUE(can_cast(kI64, kF16));
  EXPECT_TRUE(can_cast(kBoolean, kU8));
  EXPECT_TRUE(can_cast(kBoolean, kBoolean));
  EXPECT_FALSE(can_cast(kF16, kI64));
  EXPECT_FALSE(can_cast(kF16, kBoolean));
  EXPECT_FALSE(can_cast(kU8, kBoolean));
}

struct Operand {
  ElementType type;
  Category category;
};

std::string common(std::initializer_list<Operand> operands) {
  ResultType common;
  for (const Operand& operand : operands) {
    if (const auto added = common.add(operand.type, operand.category); !added.ok())
      return added.error().rule();
  }
  const auto type = common.type();
  if (!type.ok()) return type.error().rule();
  return type.value() ? std::string(name_of(*type.value())) : "none";
}

Operand dimensioned(ElementType type) { return {type, Category::kDimensioned}; }
Operand zero(ElementType type) { return {type, Category::kZeroDimensional}; }
Operand number(ElementType type) { return {type, Category::kScalar}; }

TEST(ResultType, AHigherCategoryDecidesItsKind) {
  EXPECT_EQ(common({dimensioned(kI8), zero(kI64)}), "i8");
  EXPECT_EQ(common({zero(kI64), dimensioned(kI8)}), "i8");
  EXPECT_EQ(common({dimensioned(kF16), zero(kF64)}), "f16");
  EXPECT_EQ(common({dimensioned(kF16), zero(kI64)}), "f16");
  EXPECT_EQ(common({dimensioned(kI8), zero(kBoolean)}), "i8");
  EXPECT_EQ(common({dimensioned(kU16), zero(kI32)}), "u16");
  EXPECT_EQ(common({zero(kI32), number(kI64)}), "i32");
  EXPECT_EQ(common({dimensioned(kI8), dimensioned(kI64)}), "i64");
}

TEST(ResultType, ALowerCategoryOfAHigherKindTakesPart) {
  EXPECT_EQ(common({dimensioned(kI8), zero(kF16)}), "f16");
  EXPECT_EQ(common({dimensioned(kBoolean), zero(kI8)}), "i8");
  EXPECT_EQ(common({dimensioned(kBoolean), number(kI64)}), "i64");
  EXPECT_EQ(common({dimensioned(kI64), number(kF64)}), "f32");
  EXPECT_EQ(common({zero(kBoolean), number(kF64)}), "f32");
}

TEST(ResultType, Numbers) {
  EXPECT_EQ(common({}), "none");
  EXPECT_EQ(common({number(kF64)}), "f32");
  EXPECT_EQ(common({number(kI64), number(kF64)}), "f32");
  EXPECT_EQ(common({number(kI64), number(kBoolean)}), "i64");
  EXPECT_EQ(common({zero(kF64)}), "f64");
}

TEST(ResultType, ErrorsWithinACategory) {
  EXPECT_EQ(common({zero(kU16), zero(kI32), dimensioned(kF32)}), "ELEM-5");
  EXPECT_EQ(common({dimensioned(kBoolean), zero(kU16)}), "ELEM-5");
}

TEST(ResultType, ErrorsNameTheTypesInTheirOrder) {
  ResultType integers, kinds;
  integers.add(kU16, Category::kDimensioned).value();
  const Result<void> failed = integers.add(kI32, Category::kDimensioned);
  EXPECT_TRUE(failed.error().message().starts_with("no common type of u16 and i32")) << failed.error().text();
  kinds.add(kU16, Category::kZeroDimensional).value();
  kinds.add(kBoolean, Category::kDimensioned).value();
  const auto type = kinds.type();
  EXPECT_TRUE(type.error().message().starts_with("no common type of boolean and u16"));
}

}  // namespace
}  // namespace backedge
