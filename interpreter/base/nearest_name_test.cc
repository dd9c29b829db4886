#include "interpreter/base/nearest_name.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

TEST(NearestName, IsTheFirstThatNeedsTheFewestChanges) {
  const std::string_view names[] = {"type:i32", "type:i64", "type:u32", "op:Add-1"};
  EXPECT_EQ(nearest_name("type:int32", names), "type:i32");  // two of ten letters differ
  EXPECT_EQ(nearest_name("op:add-1", names), "op:Add-1");
  EXPECT_EQ(nearest_name("type:i32", names), "type:i32");
}

TEST(NearestName, NoneIsLikeIt) {
  const std::string_view names[] = {"abcdef"};
  EXPECT_EQ(nearest_name("abcxef", names), "abcdef");
  EXPECT_EQ(nearest_name("abcxyf", names), "abcdef");  // two of six letters differ
  EXPECT_EQ(nearest_name("abwxyf", names), "");        // three of six letters differ
  EXPECT_EQ(nearest_name(std::string(201, 'a'), names), "");
  EXPECT_EQ(nearest_name("ab", {}), "");
}

}  // namespace
}  // namespace backedge
