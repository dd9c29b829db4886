#include "interpreter/base/deadline.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

constexpr int64_t kBlock = Deadline::kWorkBetweenLooks;

TEST(Deadline, OfNoTimeIsOverWhenItIsFirstRead) {
  Deadline deadline(0);
  EXPECT_FALSE(deadline.over());
  EXPECT_FALSE(deadline.passed(kBlock - 1));  // the clock was not read yet
  EXPECT_TRUE(deadline.passed(1));
  EXPECT_TRUE(deadline.over());
  EXPECT_TRUE(deadline.passed(0));
}

TEST(Deadline, SaysALimitThatIsShort) {
  EXPECT_EQ(time_is_over(Deadline(1e-7)).message(), "the limit of 1e-07 s of wall time is reached");
  EXPECT_EQ(time_is_over(Deadline(0.25)).message(), "the limit of 0.25 s of wall time is reached");
}

TEST(Deadline, WithoutALimitIsNeverOver) {
  Deadline deadline;
  EXPECT_FALSE(deadline.passed(INT64_MAX / 2));
  EXPECT_FALSE(deadline.look());
}

TEST(Deadline, OfWorkIsOverWhenTheWorkIsDone) {
  Deadline deadline = Deadline::of_work(2 * kBlock + 1);
  EXPECT_FALSE(deadline.passed(kBlock));
  EXPECT_FALSE(deadline.passed(kBlock));
  EXPECT_FALSE(deadline.passed(kBlock - 1));  // not counted yet
  EXPECT_TRUE(deadline.passed(1));
  EXPECT_TRUE(deadline.look());
  Deadline exact = Deadline::of_work(kBlock);
  EXPECT_FALSE(exact.passed(kBlock - 1));
  EXPECT_FALSE(exact.look());
  EXPECT_FALSE(exact.passed(1));
  EXPECT_TRUE(exact.look());
}

std::vector<std::pair<int64_t, int64_t>> blocks_of(Deadline deadline, int64_t count,
                                                   int64_t work_of_each = 1) {
  std::vector<std::pair<int64_t, int64_t>> blocks;
  deadline.in_blocks(count, work_of_each, [&](int64_t begin, int64_t end) {
    blocks.push_back({begin, end});
  });
  return blocks;
}

TEST(Deadline, CutsWorkIntoBlocks) {
  using Blocks = std::vector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(blocks_of(Deadline(), 0), Blocks());
  EXPECT_EQ(blocks_of(Deadline(), kBlock), (Blocks{{0, kBlock}}));
  EXPECT_EQ(blocks_of(Deadline(), 2 * kBlock + 1),
            (Blocks{{0, kBlock}, {kBlock, 2 * kBlock}, {2 * kBlock, 2 * kBlock + 1}}));
  EXPECT_EQ(blocks_of(Deadline(), 3, kBlock), (Blocks{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(blocks_of(Deadline(0), 2 * kBlock), (Blocks{{0, kBlock}}));  // the rest is skipped
}

}  // namespace
}  // namespace backedge
