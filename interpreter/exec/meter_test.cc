#include "interpreter/exec/meter.h"

#include <gtest/gtest.h>

#include <vector>

namespace backedge {
namespace {

constexpr int64_t kBlock = Deadline::kWorkBetweenLooks;

TEST(Meter, CountsIterationsUpToTheLimit) {
  RunOptions options;
  options.limits.max_iterations = 2;
  Meter meter(options);
  EXPECT_EQ(meter.text().substr(0, 20), "after 0 iterations, ");
  EXPECT_TRUE(meter.count_iteration().ok());
  EXPECT_EQ(meter.text().substr(0, 19), "after 1 iteration, ");
  EXPECT_TRUE(meter.count_iteration().ok());
  const Result<void> third = meter.count_iteration();
  ASSERT_FALSE(third.ok());
  EXPECT_EQ(third.error().rule(), "LIMIT-1");
  EXPECT_EQ(third.error().message(), "the limit of 2 iterations is reached");
  EXPECT_EQ(meter.text().substr(0, 20), "after 2 iterations, ");
}

TEST(Meter, ReportsProgressFromTimeToTime) {
  RunOptions options;
  std::vector<int64_t> reports;
  options.progress = [&](int64_t iterations) { reports.push_back(iterations); };
  Meter meter(options);
  ASSERT_TRUE(meter.count_iteration().ok());
  for (int round = 1; round <= 2; ++round) {  // a node without elements counts for 64
    for (int64_t node = 1; node < kBlock / 64; ++node) ASSERT_TRUE(meter.count_work(0).ok());
    EXPECT_EQ(reports, std::vector<int64_t>(static_cast<size_t>(round - 1), 1));
    ASSERT_TRUE(meter.count_work(0).ok());
    EXPECT_EQ(reports, std::vector<int64_t>(static_cast<size_t>(round), 1));
  }
  ASSERT_TRUE(meter.count_work(kBlock - 65).ok());
  EXPECT_EQ(reports.size(), 2u);
  ASSERT_TRUE(meter.count_iteration().ok());
  ASSERT_TRUE(meter.count_work(0).ok());
  EXPECT_EQ(reports, (std::vector<int64_t>{1, 1, 2}));
}

TEST(Meter, ReadsTheClockFromTimeToTime) {
  RunOptions options;
  options.limits.max_seconds = 0;
  Meter meter(options);
  EXPECT_TRUE(meter.count_work(kBlock - 65).ok());  // the clock was not read yet
  const Result<void> over = meter.count_work(0);
  ASSERT_FALSE(over.ok());
  EXPECT_EQ(over.error().rule(), "LIMIT-1");
}

// Work inside an operation uses the same clock.
TEST(Meter, ReportsAtOnceThatTheTimeIsOver) {
  RunOptions options;
  options.limits.max_seconds = 0;
  Meter meter(options);
  EXPECT_TRUE(meter.count_work(0).ok());
  EXPECT_TRUE(meter.deadline().look());
  const Result<void> over = meter.count_work(0);
  ASSERT_FALSE(over.ok());
  EXPECT_EQ(over.error().message(), "the limit of 0 s of wall time is reached");
}

}  // namespace
}  // namespace backedge
