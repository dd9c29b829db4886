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

TEST(Filter, ByFolderCaseOrRun) {
  const std::string_view name = "loop/swap/three_times";
  for (const auto* filter : {"*", "loop/*", "loop", "loop/", "loop/swap", "loop/swap/three_times",
                             "loop/swap.three_times", "nested:loop/sw*", "*-nested/*", "-nested/*", "all",
                             "all-nested", "loop:-nested", "loop-loop/other", "all:-a-loop"}) {
    EXPECT_TRUE(Filter(filter).selects(name)) << filter;
  }
  for (const auto* filter :
       {"", "loop/sw", "swap", "loop/swap/three", "nested", "*-loop/*", "loop/*-*.three_times", "all-loop",
        "nested:all-loop/swap", "loop-loop/swap", "loop/-loop/swap", "loop:-nested:-loop", "loop-nested"}) {
    EXPECT_FALSE(Filter(filter).selects(name)) << filter;
  }
}

TEST(Filter, FoldersWithDashes) {
  for (const auto* filter : {"my-area", "my-area/slow-case", "my-*", "all:-my", "my-area:-other",
                             "other:my-area", "my-area-my-area/fast", "all-other-area"}) {
    EXPECT_TRUE(Filter(filter).selects("my-area/slow-case/run")) << filter;
  }
  for (const auto* filter :
       {"my", "all-my-area", "my-area-my-area/slow-case", "my-area:-my-area/slow-case", "*-my-area"})
    EXPECT_FALSE(Filter(filter).selects("my-area/slow-case/run")) << filter;
  EXPECT_FALSE(Filter("my-area").selects("my/run"));
}

TEST(Filter, Patterns) {
  const std::vector<std::string_view> patterns = {"my-area", "b/c", "d", "e-f"};
  EXPECT_EQ(Filter("my-area/:b/c::-d:-e-f/").patterns(), patterns);
}

TEST(Filter, Begin) {
  for (const auto* filter :
       {"loop/swap", "loop/swap/", "loop/swap*", "loop/swap.x", "loop/swap?", "loop/swap-loop/swap/x"})
    EXPECT_EQ(Filter(filter).begin(), "loop/swap") << filter;
  for (const auto* filter : {"", "all", "*", "-loop", "loop:nested", "all-loop"})
    EXPECT_EQ(Filter(filter).begin(), "") << filter;
}

}  // namespace
}  // namespace backedge
