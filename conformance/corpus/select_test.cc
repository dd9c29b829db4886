#include "conformance/corpus/select.h"

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
                             "loop/swap.three_times", "nested:loop/sw*", "*-nested/*", "-nested/*", "all",
                             "all-nested", "loop:-nested", "loop-loop/other", "all:-a-loop"}) {
    EXPECT_TRUE(is_selected(filter, name)) << filter;
  }
  for (const auto* filter :
       {"", "loop/sw", "swap", "loop/swap/three", "nested", "*-loop/*", "loop/*-*.three_times", "all-loop",
        "nested:all-loop/swap", "loop-loop/swap", "loop/-loop/swap", "loop:-nested:-loop", "loop-nested"}) {
    EXPECT_FALSE(is_selected(filter, name)) << filter;
  }
}

TEST(IsSelected, FoldersWithDashes) {
  for (const auto* filter : {"my-area", "my-area/slow-case", "my-*", "all:-my", "my-area:-other",
                             "other:my-area", "my-area-my-area/fast", "all-other-area"}) {
    EXPECT_TRUE(is_selected(filter, "my-area/slow-case/run")) << filter;
  }
  for (const auto* filter :
       {"my", "all-my-area", "my-area-my-area/slow-case", "my-area:-my-area/slow-case", "*-my-area"})
    EXPECT_FALSE(is_selected(filter, "my-area/slow-case/run")) << filter;
  EXPECT_FALSE(is_selected("my-area", "my/run"));
}

TEST(PatternsOf, AFilter) {
  const std::vector<std::string_view> patterns = {"my-area", "b/c", "d", "e-f"};
  EXPECT_EQ(patterns_of("my-area/:b/c::-d:-e-f/"), patterns);
}

}  // namespace
}  // namespace backedge
