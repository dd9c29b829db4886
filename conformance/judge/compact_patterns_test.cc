#include "conformance/judge/compact_patterns.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/corpus/select.h"

namespace backedge {
namespace {

using Names = std::set<std::string>;
using Patterns = std::vector<std::string>;

bool is_matched(const Patterns& patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return Filter(pattern).selects(name); });
}

// Returns the patterns, after a check that they match exactly the wanted names.
Patterns compact(const Names& wanted, const Names& unwanted) {
  const Patterns patterns = compact_patterns(wanted, unwanted);
  for (const std::string& name : wanted) EXPECT_TRUE(is_matched(patterns, name)) << name;
  for (const std::string& name : unwanted) EXPECT_FALSE(is_matched(patterns, name)) << name;
  return patterns;
}

TEST(CompactPatterns, NamesSingleRuns) {
  EXPECT_EQ(compact({"a/b/x"}, {"a/b/y"}), Patterns{"a/b/x"});
  EXPECT_EQ(compact({"a/b/x"}, {}), Patterns{"a/b/x"});
  EXPECT_EQ(compact({}, {"a/b/x"}), Patterns());
}

TEST(CompactPatterns, NamesCasesThatHaveNothingElse) {
  EXPECT_EQ(compact({"a/b/x", "a/b/y", "a/c/x"}, {"a/c/y"}), (Patterns{"a/b/*", "a/c/x"}));
}

TEST(CompactPatterns, NamesFoldersWithDashes) {
  EXPECT_EQ(compact({"a-b/c-d/x", "a-b/c-d/y", "a-b/e/x_1", "a-b/e/y_1", "a-b/f/x"},
                    {"a/b/x", "b/c-d/x", "a-b/c/x", "a-b/e/x_2", "a-b/f/y", "e/x_1"}),
            (Patterns{"a-b/c-d/*", "a-b/e/*_1", "a-b/f/x"}));
}

TEST(CompactPatterns, LeavesPartsOfTablesOpen) {
  Names wanted, unwanted;
  for (const std::string start : {"0", "1", "m1"}) {
    for (const std::string end : {"0", "1", "m1"}) {
      for (const std::string stride : {"1", "m1"})
        (start == "1" || end == "m1" ? wanted : unwanted)
            .insert("g/r/start_" + start + "__end_" + end + "__stride_" + stride);
    }
  }
  EXPECT_EQ(compact(wanted, unwanted), (Patterns{"g/r/*__end_m1__*", "g/r/start_1__*"}));
}

TEST(CompactPatterns, UsesUnderscoresIfThereIsNothingElse) {
  EXPECT_EQ(compact({"a/b/trip_3_off", "a/b/trip_4_off"}, {"a/b/trip_3_on", "a/b/trip_4_on"}),
            Patterns{"a/b/trip_*_off"});
}

TEST(CompactPatterns, LeavesTheFirstPartOpen) {
  EXPECT_EQ(compact({"a/b/x_1", "a/b/y_1"}, {"a/b/x_2"}), Patterns{"a/b/*_1"});
}

// A star matches marks too: `*_1` would match the unwanted name.
TEST(CompactPatterns, RefusesPatternsThatMatchNamesWithOtherMarks) {
  EXPECT_EQ(compact({"a/b/x_1", "a/b/y_1"}, {"a/b/x__2_1"}), (Patterns{"a/b/x_1", "a/b/y_1"}));
}

TEST(CompactPatterns, LeavesAnyPartOpenIfThereAreAtMostEight) {
  EXPECT_EQ(compact({"a/b/10_20_30_40_x_60_70_80", "a/b/10_20_30_40_y_60_70_80"},
                    {"a/b/11_20_30_40_x_60_70_80", "a/b/10_20_30_40_x_60_70_81"}),
            Patterns{"a/b/10_20_30_40_*_60_70_80"});
  const Names nine = {"a/b/10_20_30_40_x_60_70_80_90", "a/b/10_20_30_40_y_60_70_80_90"};
  EXPECT_EQ(compact(nine, {"a/b/11_20_30_40_x_60_70_80_90", "a/b/10_20_30_40_x_60_70_80_91"}),
            Patterns(nine.begin(), nine.end()));
}

TEST(CompactPatterns, LeavesTheEndsOfLongNamesOpen) {
  EXPECT_EQ(compact({"a/b/1_2_3_4_5_6_7_8_x", "a/b/1_2_3_4_5_6_7_9_x"}, {"a/b/1_2_3_4_5_6_7_8_y"}),
            Patterns{"a/b/*_x"});
  EXPECT_EQ(compact({"a/b/1_2_3_4_5_6_7_8_x", "a/b/1_2_3_4_5_6_7_8_y"}, {"a/b/2_2_3_4_5_6_7_8_x"}),
            Patterns{"a/b/1_2_3_4_5_6_7_8_*"});
}

// A star that replaces one part may match several: x_1__y__z_1 matches x_*__z_1.
TEST(CompactPatterns, KnowsHowFarAStarReaches) {
  compact({"a/b/x__1__z", "a/b/x__2__z"}, {"a/b/x__1__2__z"});
}

TEST(CompactPatterns, AStarMatchesAnEmptyPart) {
  EXPECT_EQ(compact({"a/b/x_", "a/b/x_1"}, {"a/b/y"}), Patterns{"a/b/x_*"});
}

TEST(CompactPatterns, NamesTheOnlyRunThatIsLeft) {
  EXPECT_EQ(compact({"a/b/1_x", "a/b/2_x", "a/b/3_x", "a/b/1_y"}, {"a/b/2_y"}),
            (Patterns{"a/b/*_x", "a/b/1_y"}));
}

TEST(CompactPatterns, SortsThePatternsOfACase) {
  EXPECT_EQ(compact({"a/b/1_x", "a/b/2_x", "a/b/2_y"}, {"a/b/1_y", "a/b/3_x"}),
            (Patterns{"a/b/1_x", "a/b/2_*"}));
}

// row_* is the longest of the patterns that match three runs, so it is chosen first.
TEST(CompactPatterns, LeavesOutWhatTheOtherPatternsMatch) {
  Names wanted;
  for (const std::string row : {"row", "s", "t"}) {
    for (const std::string column : {"1", "2", "3"}) wanted.insert("a/b/" + row + "_" + column);
  }
  EXPECT_EQ(compact(wanted, {"a/b/s_4", "a/b/t_4"}), (Patterns{"a/b/*_1", "a/b/*_2", "a/b/*_3"}));
}

TEST(CompactPatterns, IsExactOnEverySubsetOfASmallTable) {
  Patterns table;
  for (const std::string a : {"0", "1"}) {
    for (const std::string b : {"0", "1"}) {
      for (const std::string c : {"0", "1", "2"}) table.push_back("t/t/a_" + a + "__b_" + b + "__c_" + c);
    }
  }
  for (unsigned subset = 0; subset < 1u << table.size(); ++subset) {
    Names wanted, unwanted;
    for (size_t k = 0; k < table.size(); ++k) ((subset >> k) & 1 ? wanted : unwanted).insert(table[k]);
    compact(wanted, unwanted);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace backedge
