#include "conformance/shrink/same_failure.h"

#include <gtest/gtest.h>

namespace backedge::shrink {
namespace {

Verdict failed(std::string text) { return {Outcome::kFailed, 0, std::move(text)}; }

TEST(SameFailureTest, NamesPlacesNumbersAndShapesDoNotCount) {
  EXPECT_TRUE(same_failure(
      failed("Check 'rank == 2' failed at src/core/loop.cpp:412: node \"Add_7\" of shape [3,4] in loop_1"),
      failed("Check 'rank == 9' failed at src/core/loop.cpp:98: node \"Mul_11\" of shape [1] in body_2")));
}

// Two defects that were detected in one line of the same program, so the ends of their backtraces are equal.
TEST(SameFailureTest, TheEndOfABacktraceDoesNotMakeTwoDefectsOne) {
  const auto failed_with = [](const std::string& why) {
    return failed("cannot run\n" + why + "\n#0  0x1 in run ()\n#1  0x2 in main ()\n#2  0x3 in _start ()");
  };
  EXPECT_TRUE(same_failure(failed_with("no axis 3"), failed_with("no axis 4")));
  EXPECT_FALSE(same_failure(failed_with("no axis 3"), failed_with("no room for 3")));
}

TEST(SameFailureTest, AnotherPlaceOfABacktraceDoesNotMakeOneDefectTwo) {
  EXPECT_TRUE(same_failure(
      failed(
          "Traceback (most recent call last):\n  File \"a.py\", line 3, in add\n    sum(x)\nValueError: no"),
      failed("Traceback (most recent call last):\n  File \"b.py\", line 9, in multiply\n    y * "
             "z\nValueError: no")));
}

TEST(SameFailureTest, WordsCount) {
  EXPECT_FALSE(same_failure(failed("no memory for 3 bytes"), failed("no room for 3 bytes")));
  EXPECT_TRUE(same_failure(failed("no memory for 3 bytes"), failed("no memory for 4 bytes")));
}

TEST(SameFailureTest, OfARejectionThePhaseCountsAndNotWhatWasExpected) {
  const auto rejected = [](const std::string& expected, const std::string& phase) {
    return Verdict{Outcome::kRejected, 0,
                   "expected " + expected + "\nactual   rejected (" + phase + ")\n  too deep"};
  };
  EXPECT_TRUE(same_failure(rejected("3 outputs", "load"), rejected("rejected (load, BODY-1)", "load")));
  EXPECT_FALSE(same_failure(rejected("3 outputs", "load"), rejected("3 outputs", "run")));
}

TEST(SameFailureTest, OutputsAreNotAComplaint) {
  const Verdict small = {Outcome::kWrongValue, 0, "output a is wrong"},
                large = {Outcome::kWrongValue, 1, "so is b"};
  EXPECT_TRUE(same_failure(small, large));
  EXPECT_FALSE(same_failure(small, {Outcome::kWrongShape, 0, small.text}));
}

}  // namespace
}  // namespace backedge::shrink
