#include "interpreter/openvino/attributes.h"

#include <gtest/gtest.h>

#include <limits>

namespace backedge::openvino {
namespace {

Attributes of(std::string value) { return Attributes({{"a", std::move(value)}}); }

template <class T>
void expect_op2(const Result<T>& result, const std::string& part) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().rule(), "OP-2");
  EXPECT_NE(result.error().message().find(part), std::string::npos) << result.error().message();
}

TEST(Attributes, Integers) {
  EXPECT_EQ(of("-12").integer("a").value(), -12);
  EXPECT_EQ(of("007").integer("a").value(), 7);
  EXPECT_EQ(of("9223372036854775807").integer("a").value(), INT64_MAX);
  EXPECT_EQ(of("-9223372036854775808").integer("a").value(), INT64_MIN);
  for (const char* bad : {"12abc", "1e3", "", "-", "9223372036854775808", "-9223372036854775809", "+1", " 1",
                          "1 ", "0x1", "1.0", "--1"}) {
    expect_op2(of(bad).integer("a"), "a=\"" + std::string(bad) + "\" is not an integer");
  }
}

TEST(Attributes, MissingOnes) {
  expect_op2(Attributes().integer("a"), "attribute a is required");
  EXPECT_EQ(Attributes().integer("a", 5).value(), 5);
  EXPECT_EQ(of("6").integer("a", 5).value(), 6);
  expect_op2(of("").integer("a", 5), "not an integer");
}

TEST(Attributes, Reals) {
  EXPECT_EQ(of("0.1").real("a").value(), 0.1);
  EXPECT_EQ(of("-1e-3").real("a").value(), -0.001);
  EXPECT_EQ(of("3").real("a").value(), 3);
  EXPECT_EQ(of("-inf").real("a").value(), -std::numeric_limits<double>::infinity());
  for (const char* bad : {"", "0,1", "1.0f", "1e400", ".", "0x1p3"})
    expect_op2(of(bad).real("a"), "not a number");
}

TEST(Attributes, Booleans) {
  for (const char* yes : {"true", "True", "TRUE", "1"}) EXPECT_TRUE(of(yes).boolean("a").value());
  for (const char* no : {"false", "False", "0"}) EXPECT_FALSE(of(no).boolean("a").value());
  for (const char* bad : {"", "yes", "2", "true "}) expect_op2(of(bad).boolean("a"), "not true or false");
}

TEST(Attributes, Choices) {
  EXPECT_EQ(of("numpy").text("a", {"none", "numpy"}).value(), "numpy");
  EXPECT_EQ(Attributes().text("a", {"none", "numpy"}, "none").value(), "none");
  EXPECT_EQ(of("NUMPY").text("a", {"none", "Numpy"}).value(), "Numpy");
  expect_op2(of("num").text("a", {"none", "numpy"}), "not one of none numpy");
  EXPECT_EQ(of("f32").element_type("a").value(), ElementType::kF32);
  EXPECT_EQ(of("FP16").element_type("a").value(), ElementType::kF16);
  expect_op2(of("float").element_type("a"), "not a known element type");
}

TEST(Attributes, Lists) {
  EXPECT_EQ(of("1,-2, 3").integers("a").value(), (std::vector<int64_t>{1, -2, 3}));
  EXPECT_TRUE(of("").integers("a").value().empty());
  EXPECT_EQ(of("0.5, 2").reals("a").value(), (std::vector<double>{0.5, 2}));
  EXPECT_EQ(of("Sigmoid,tanh").texts("a").value(), (std::vector<std::string>{"sigmoid", "tanh"}));
  EXPECT_EQ(Attributes().integers("a", std::vector<int64_t>{4}).value(), std::vector<int64_t>{4});
  for (const char* bad : {",", "1,", "1,,2", "1 2", "1;2"}) expect_op2(of(bad).integers("a"), "not integers");
  expect_op2(of("x,").texts("a"), "not names");
}

TEST(Attributes, NumericTypesAreIntegersAndReals) {
  EXPECT_EQ(of("u8").numeric_type("a").value(), ElementType::kU8);
  EXPECT_EQ(of("bf16").numeric_type("a").value(), ElementType::kBF16);
  for (const char* other : {"boolean", "u4", "f8e4m3", "float"})
    expect_op2(of(other).numeric_type("a"), "not an integer or real type");
}

TEST(Attributes, WhatNobodyReadIsNotSupported) {
  Attributes attributes({{"axis", "1"}, {"mode", "fast"}});
  ASSERT_TRUE(attributes.integer("axis").ok());
  expect_op2(attributes.finish(), "not supported: attribute mode=\"fast\"");
  ASSERT_TRUE(attributes.text("mode", {"fast"}).ok());
  EXPECT_TRUE(attributes.finish().ok());
}

}  // namespace
}  // namespace backedge::openvino
