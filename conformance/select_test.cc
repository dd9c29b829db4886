#include "conformance/select.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

TEST(Matches, WholeNames) {
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("a*c", "abbc"));
  EXPECT_TRUE(matches("*a*b", "xaab"));
  EXPECT_TRUE(matches("a?c", "abc"));
  EXPECT_FALSE(matches("a?c", "ac"));
  EXPECT_FALSE(matches("a", "ab"));
  EXPECT_FALSE(matches("*a*b", "xaba"));
}

TEST(IsSelected, ByFolderCaseOrRun) {
  const std::string_view name = "loop/swap/three_times";
  for (const auto* filter : {"*", "loop/*", "loop", "loop/", "loop/swap", "loop/swap/three_times",
                             "loop/swap.three_times", "nested:loop/sw*", "*-nested/*", "-nested/*"}) {
    EXPECT_TRUE(is_selected(filter, name)) << filter;
  }
  for (const auto* filter :
       {"", "loop/sw", "swap", "loop/swap/three", "nested", "*-loop/*", "loop/*-*.three_times"}) {
    EXPECT_FALSE(is_selected(filter, name)) << filter;
  }
}

}  // namespace
}  // namespace backedge
