#include <gtest/gtest.h>

#include "interpreter/ops/testing.h"

namespace backedge {
namespace {

Result<Operation> make(std::string_view type, std::string_view version, int64_t inputs, int64_t outputs = 1,
                       Attributes attributes = {}) {
  return make_operation(type, version, std::move(attributes), inputs, outputs);
}

void expect_error(const Result<Operation>& result, std::string_view rule, std::string_view part) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().rule(), rule);
  EXPECT_NE(result.error().text().find(part), std::string::npos) << result.error().text();
}

TEST(OpTable, VersionsAreGoodForLaterOpsets) {
  EXPECT_TRUE(make("Add", "opset1", 2).ok());
  EXPECT_TRUE(make("Add", "opset15", 2).ok());
  EXPECT_TRUE(make("Add", "", 2).ok());
  EXPECT_TRUE(make("Identity", "opset16", 1).ok());
  EXPECT_TRUE(make("ReLU", "opset1", 1).ok());
}

TEST(OpTable, UnknownOnes) {
  expect_error(make("Ad", "opset1", 2), "OP-1", "operation \"Ad\" is not supported");
  const std::string long_type(65, 'A');
  expect_error(make(long_type, "opset1", 2), "OP-1", "operation \"" + long_type + "\" is not supported");
  expect_error(make("Subtrct", "opset1", 2), "OP-1", "supported: Subtract");
  expect_error(make("", "opset1", 2), "OP-1", "operation \"\"");
  expect_error(make("Identity", "opset15", 1), "OP-1", "supported versions of Identity: opset16");
  for (const char* version :
       {"opset", "opset0", "opset-1", "opset1x", "extension", "1", "opset99999999999999999999"}) {
    expect_error(make("Add", version, 2), "OP-1", "supported versions of Add: opset1");
  }
}

TEST(OpTable, CountsAndAttributes) {
  expect_error(make("Add", "opset1", 3), "OP-3", "3 inputs, expected 2");
  expect_error(make("Add", "opset1", 2, 2), "OP-3", "2 outputs, expected 1");
  expect_error(make("Add", "opset1", 2, 0), "OP-3", "0 outputs, expected 1");
  expect_error(make("Add", "opset1", 2, 1, testing::attributes({{"alpha", "1"}})), "OP-2",
               "not supported: attribute alpha");
  expect_error(make("Clamp", "opset1", 1), "OP-2", "attribute min is required");
}

}  // namespace
}  // namespace backedge
