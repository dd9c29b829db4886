#include "conformance/shrink/same_failure.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

Verdict failed(std::string text) { return {Outcome::kFailed, 0, std::move(text)}; }

TEST(SameFailureTest, NamesPlacesNumbersAndShapesDoNotCount) {
  const Verdict a =
      failed("Check 'rank == 2' failed at src/core/loop.cpp:412: node \"Add_7\" of shape [3,4] in loop_1");
  const Verdict b =
      failed("Check 'rank == 9' failed at src/core/loop.cpp:98: node \"Mul_11\" of shape [1] in body_2");
  EXPECT_TRUE(same_failure(a, b));
  EXPECT_EQ(complaint_of(a), "Check failed at node of shape in\n");
}

TEST(SameFailureTest, WordsCount) {
  EXPECT_FALSE(same_failure(failed("no memory for 3 bytes"), failed("no room for 3 bytes")));
  EXPECT_TRUE(same_failure(failed("no memory for 3 bytes"), failed("no memory for 4 bytes")));
}

TEST(SameFailureTest, TheFirstLineAndTheLastTwoCount) {
  EXPECT_TRUE(
      same_failure(failed("load\ncalled from here\nwrapped\ninner\n"), failed("load\nwrapped\ninner\n")));
  EXPECT_FALSE(same_failure(failed("load\nwrapped\ninner\n"), failed("load\nwrapped\nother\n")));
  EXPECT_FALSE(same_failure(failed("load\nwrapped\ninner\n"), failed("run\nwrapped\ninner\n")));
}

TEST(SameFailureTest, OfARejectionThePhaseCountsAndNotWhatWasExpected) {
  const auto rejected = [](const std::string& expected, const std::string& phase) {
    return Verdict{Outcome::kRejected, 0,
                   "expected " + expected + "\nactual   rejected (" + phase + ")\n  too deep"};
  };
  EXPECT_TRUE(same_failure(rejected("3 outputs", "load"), rejected("rejected (load, BODY-1)", "load")));
  EXPECT_FALSE(same_failure(rejected("3 outputs", "load"), rejected("3 outputs", "run")));
}

TEST(SameFailureTest, OutputsAreNoComplaint) {
  const Verdict small = {Outcome::kWrongValue, 0, "output a is wrong"},
                large = {Outcome::kWrongValue, 1, "so is b"};
  EXPECT_TRUE(same_failure(small, large));
  EXPECT_FALSE(same_failure(small, {Outcome::kWrongShape, 0, small.text}));
}

}  // namespace
}  // namespace backedge
