#include "interpreter/openvino/shape_text.h"

#include <gtest/gtest.h>

#include <string>

namespace backedge::openvino {
namespace {

std::string rule_of(const auto& result) { return result.ok() ? "none" : result.error().rule(); }

TEST(ParseInteger, TakesTheWholeRangeOf64Bits) {
  EXPECT_EQ(parse_integer("0").value(), 0);
  EXPECT_EQ(parse_integer("-1").value(), -1);
  EXPECT_EQ(parse_integer("007").value(), 7);
  EXPECT_EQ(parse_integer("9223372036854775807").value(), INT64_MAX);
  EXPECT_EQ(parse_integer("-9223372036854775808").value(), INT64_MIN);
}

TEST(ParseInteger, RejectsAllElse) {
  for (const char* text :
       {"", "-", "+1", " 1", "1 ", "12abc", "1e3", "0x10", "1.0", "--1", "9223372036854775808",
        "-9223372036854775809", "99999999999999999999999", "1\n", "\xd9\xa1"}) {
    EXPECT_EQ(rule_of(parse_integer(text)), "READ-7") << '"' << text << '"';
  }
}

TEST(ParseDimension, TakesSizesAndRanges) {
  EXPECT_EQ(parse_dimension("0").value(), Dimension::exactly(0));
  EXPECT_EQ(parse_dimension("25").value(), Dimension::exactly(25));
  EXPECT_EQ(parse_dimension("-1").value(), Dimension::any());
  EXPECT_EQ(parse_dimension("?").value(), Dimension::any());
  EXPECT_EQ(parse_dimension("1..8").value(), (Dimension{1, 8}));
  EXPECT_EQ(parse_dimension("8..8").value(), Dimension::exactly(8));
  EXPECT_EQ(parse_dimension("..8").value(), (Dimension{0, 8}));
  EXPECT_EQ(parse_dimension("2..").value(), (Dimension{2, Dimension::kUnbounded}));
}

TEST(ParseDimension, RejectsAllElse) {
  for (const char* text : {"", "-2", "x", "??", "..", "8..1", "-1..8", "1..-1", "1...8", "1..8..9", "1.8",
                           " 1", "9223372036854775808", "1..9223372036854775808", "-0..1"}) {
    EXPECT_EQ(rule_of(parse_dimension(text)), "READ-9") << '"' << text << '"';
  }
}

TEST(ParseShape, TakesScalarsAnyRankAndLists) {
  EXPECT_EQ(parse_shape("").value(), PartialShape::of_rank(0));
  EXPECT_FALSE(parse_shape("...").value().rank_known());
  EXPECT_EQ(parse_shape("3").value().text(), "[3]");
  EXPECT_EQ(parse_shape("1,?,2..5,..4,-1,0").value().text(), "[1,?,2..5,0..4,?,0]");
  EXPECT_EQ(parse_shape("2, 3, ?").value().text(), "[2,3,?]");
  EXPECT_EQ(parse_shape("1,2,3,4,5,6,7,8,9,10,11,12").value().rank(), 12);
}

TEST(ParseShape, RejectsAllElse) {
  for (const char* text : {",", "1,", ",1", "1,,2", "1;2", "1,...", "1,  2", "1 ,2", "1, ", " 1", "[1]"}) {
    EXPECT_EQ(rule_of(parse_shape(text)), "READ-9") << text;
  }
  EXPECT_EQ(rule_of(parse_shape("1,2,3,4,5,6,7,8,9,10,11,12,13")), "LIMIT-3");
}

TEST(ParseElementType, TakesBothSpellings) {
  EXPECT_EQ(parse_element_type("f32").value(), ElementType::kF32);
  EXPECT_EQ(parse_element_type("FP32").value(), ElementType::kF32);
  EXPECT_EQ(parse_element_type("BOOL").value(), ElementType::kBoolean);
  EXPECT_EQ(precision_name_of(ElementType::kBoolean), "BOOL");
  EXPECT_EQ(precision_name_of(ElementType::kI2), "");
  for (int i = 0; i <= static_cast<int>(ElementType::kF64); ++i) {
    const auto type = static_cast<ElementType>(i);
    EXPECT_EQ(parse_element_type(precision_name_of(type)).value(), type);
  }
  for (const char* text : {"u1", "BIN", "U1"})
    EXPECT_EQ(parse_element_type(text).value(), ElementType::kU1) << text;
  EXPECT_EQ(parse_element_type("dynamic").value(), std::nullopt);
  EXPECT_EQ(parse_element_type("UNSPECIFIED").value(), std::nullopt);
  for (const char* text : {"", "f31", "F32", "fp32", "string", "i2", "i3", "float", "f8e4m3fnuz"}) {
    EXPECT_EQ(rule_of(parse_element_type(text)), "READ-8") << text;
  }
}

}  // namespace
}  // namespace backedge::openvino
