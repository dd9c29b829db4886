#include "interpreter/json/read_elements.h"

#include <gtest/gtest.h>

#include <bit>

namespace backedge {
namespace {

// Whether a text of JSON is exactly one value of the type.
bool is_element(ElementType type, const std::string& text) {
  const Json list = read_json("[" + text + "]", "CASE-1").value();
  Tensor tensor = Tensor::zeros(type, {1});
  return read_elements(list, tensor) == nullptr;
}

TEST(ReadElements, ReadsIntegersAsNumbersAndDigits) {
  for (const char* value : {"255", "\"255\"", "0"}) EXPECT_TRUE(is_element(ElementType::kU8, value)) << value;
  for (const char* value : {"256", "-1", "\"256\"", "\"\"", "\"1 \"", "1.0", "true", "null"})
    EXPECT_FALSE(is_element(ElementType::kU8, value)) << value;
  EXPECT_TRUE(is_element(ElementType::kI64, "-9223372036854775808"));
  EXPECT_FALSE(is_element(ElementType::kI64, "9223372036854775808"));
  EXPECT_TRUE(is_element(ElementType::kU64, "18446744073709551615"));
}

TEST(ReadElements, ReadsRealsAsDecimalsAndBits) {
  const Json list = read_json(R"([0.1, "0x80000000", "0x7fc00001", 50331650])", "CASE-1").value();
  Tensor tensor = Tensor::zeros(ElementType::kF32, {4});
  ASSERT_EQ(read_elements(list, tensor), nullptr);
  EXPECT_EQ(tensor.data<float>()[0], 0.1F);
  EXPECT_EQ(std::bit_cast<uint32_t>(tensor.data<float>()[1]), 0x80000000U);
  EXPECT_EQ(std::bit_cast<uint32_t>(tensor.data<float>()[2]), 0x7fc00001U);
  EXPECT_EQ(tensor.data<float>()[3], 50331648.0F);
  for (const char* value : {"1e39", "\"0x8000\"", "\"0x8000000g\"", "true", "\"1\""})
    EXPECT_FALSE(is_element(ElementType::kF32, value)) << value;
}

// 1.00048828125 is exactly between two values of f16. As the text of a longer decimal it may be on either side.
TEST(ReadElements, RejectsDecimalsBetweenTwoValues) {
  EXPECT_FALSE(is_element(ElementType::kF16, "1.00048828125"));
  EXPECT_TRUE(is_element(ElementType::kF16, "1.00048828126"));
  EXPECT_FALSE(is_element(ElementType::kBF16, "1.00390625"));
  EXPECT_TRUE(is_element(ElementType::kF32, "1.00048828125"));
}

TEST(ReadElements, NamesTheFirstWrongElement) {
  const Json list = read_json("[1, 2.5, true]", "CASE-1").value();
  Tensor tensor = Tensor::zeros(ElementType::kI32, {3});
  EXPECT_EQ(read_elements(list, tensor), &list[1]);
}

}  // namespace
}  // namespace backedge
