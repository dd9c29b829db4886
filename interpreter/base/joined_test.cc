#include "interpreter/base/joined.h"

#include <gtest/gtest.h>

#include <vector>

namespace backedge {
namespace {

TEST(Joined, HasTheTextBetweenTwoItemsOnly) {
  EXPECT_EQ(joined(std::vector<std::string>{}), "");
  EXPECT_EQ(joined(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(joined(std::vector<std::string>{"", "b", ""}), ", b, ");
  const auto twice = [](int64_t number) { return std::to_string(2 * number); };
  EXPECT_EQ(joined(std::vector<int64_t>{1, 2, 3}, ";", twice), "2;4;6");
}

}  // namespace
}  // namespace backedge
