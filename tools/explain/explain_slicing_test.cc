#include "tools/explain/explain_slicing.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

std::string explain(Slicing slicing, PartialShape shape) { return explain_slicing(slicing, shape); }

TEST(ExplainSlicing, SaysFromWhereToWhere) {
  const PartialShape shape = Shape{1, 25, 4};
  EXPECT_EQ(explain({1, 0, -1, 1, {}}, shape), "axis 1, from 0 to 24, parts of 1 (25)");
  EXPECT_EQ(explain({-2, -1, 0, -1, {}}, shape), "axis 1, from 24 down to 0, parts of 1 (25)");
  EXPECT_EQ(explain({1, -2, 1, -1, 1}, shape), "axis 1, from 23 down to 1, parts of 1 (23)");
  EXPECT_EQ(explain({2, 0, -1, 2, {}}, shape), "axis 2, from 0 to 3, parts of 2 (2)");
  EXPECT_EQ(explain({2, 0, -1, 1, 2}, shape), "axis 2, from 0 to 3, parts of 2, 1 apart (3)");
  EXPECT_EQ(explain({0, 0, -1, 1, {}}, Shape{0}), "axis 0, empty, parts of 1 (0)");
}

TEST(ExplainSlicing, KnowsNoMoreThanTheShape) {
  EXPECT_EQ(explain({1, 0, -1, 1, {}}, PartialShape::any()), "axis 1, from 0 to the last, parts of 1");
  EXPECT_EQ(explain({-1, -3, 0, -2, {}}, PartialShape::of_rank(3)),
            "axis 2, from the last but 2 down to 0, parts of 2");
  EXPECT_EQ(explain({5, 0, -1, INT64_MIN, INT64_MIN}, PartialShape::of_rank(3)).substr(0, 7), "axis 5,");
}

TEST(ExplainJoining, SaysWhichWay) {
  EXPECT_EQ(explain_joining({-1, 0, -1, 1, {}}, PartialShape::of_rank(2)), "joined along axis 1");
  EXPECT_EQ(explain_joining({0, -1, 0, -1, {}}, PartialShape::any()),
            "joined along axis 0, last iteration first");
  EXPECT_EQ(explain_joining({-1, 0, -1, 1, {}}, Shape{}), "joined along axis 0");
  EXPECT_EQ(explain_joining({0, -1, 0, -1, {}}, Shape{3, 2}, true),
            "joined along the new axis 0, last iteration first");
}

}  // namespace
}  // namespace backedge
