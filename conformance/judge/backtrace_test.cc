#include "conformance/judge/backtrace.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

using Lines = std::vector<std::string>;

// A complaint that is followed by a backtrace, in any language.
TEST(BacktraceTest, OnlyTheComplaintIsLeft) {
  const Lines complaint = {"terminate called after throwing 'std::out_of_range'", "what():  no axis 3"};
  const std::string text = complaint[0] + "\n  " + complaint[1] + "\n";
  for (
      const std::string backtrace : {
          "./prog(_Z3runv+0x1d) [0x55d0a1b2c3d4]\n/lib/x86_64-linux-gnu/libc.so.6(+0x29d90) [0x7f3a12345d90]",
          "    #0 0x55d0 in run(int) /src/run.cc:12:3\n    #1 0x7f3a in main /src/main.cc:4",
          "#0  run (axis=3) at run.cc:12\n#1  0x00007f3a in main () at main.cc:4",
          "*** Check failure stack trace: ***\n    @     0x55d0a1b2  google::LogMessage::Fail()\n    @     "
          "0x7f3a  main",
          "Backtrace:\n 0# run(int) at run.cc:12\n 1# main in ./prog",
          "frame #0: c10::Error::Error() + 0x4a (0x7f3a in libc10.so)\nframe #1: main",
          "Stack trace:\n  4: TVMFuncCall\n  3: tvm::runtime::Run()\n  [bt] (0) libtvm.so(+0x12) [0x7f]",
          "stack backtrace:\n   0: rust_begin_unwind\n             at "
          "/rustc/a1b2/std/src/panicking.rs:645:5\n"
          "   1: prog::main\nnote: run with `RUST_BACKTRACE=full` for a verbose backtrace.",
          "Stack dump:\n0.\tProgram arguments: ./prog\n #0 0x0000 llvm::sys::PrintStackTrace() (./prog+0x12)",
          "goroutine 1 [running]:\nmain.run(0x3, 0x4)\n\t/src/run.go:12 +0x1d\nmain.main()\n\t/src/main.go:4 "
          "+0x20",
          "\tat com.example.Run.run(Run.java:12)\n\tat java.base/Thread.run(Native Method)\n\t... 12 more",
          "3   libprog.dylib   0x00000001a2b3 run + 12",
      }) {
    EXPECT_EQ(lines_without_backtraces(text + backtrace + "\n"), complaint) << backtrace;
    EXPECT_EQ(lines_without_backtraces(backtrace + "\n" + text), complaint) << backtrace;
  }
}

// Frames without a heading, each with no more than what marks it.
TEST(BacktraceTest, EveryFormOfAFrameIsKnownByItself) {
  for (const std::string frame : {
           "#0  main () from libprog.so",
           "#1 0x7f3a in main (prog+0x12)",
           "#2 main /src/run.cc:7",
           "frame #0: main",
           "PC: @     0x55d0a1b2  main",
           "@     0x7f3a12345d90  main",
           "@0x7f3a (unknown)",
           "[bt] (0) libtvm.so(TVMFuncCall+0x12)",
           " 0# run(int) in ./prog",
           "12   libprog.dylib   0x00000001a2b3 run + 12",
           "./prog(main+0x1d) [0x55d0a1b2c3f9]",
           "./prog(main+0x1d) [0x55D0A1B2C3F9]",
           "/src/run.go:12 +0x1d",
           "/src/run.go:12 +0xF",
           "at src/run.rs:7",
           "at /rustc/core/src/panic.rs:64:5",
           "at com.example.Run.run(Run.java:7)",
           "at java.base/Thread.run(Native Method)",
           "at com.example.Run.run(Unknown Source)",
           "... 12 more",
       }) {
    EXPECT_EQ(lines_without_backtraces(frame), Lines()) << frame;
    EXPECT_EQ(lines_without_backtraces("no axis\n" + frame + " \r\nno memory"),
              (Lines{"no axis", "no memory"}))
        << frame;
  }
}

TEST(BacktraceTest, WhatLooksLikeOneStays) {
  for (const std::string line : {
           "at least one array is needed",
           "at position 12",
           "at this position:",
           "3 outputs were expected",
           "1: the first dimension is wrong",
           "12",
           "1st 0x7f byte is wrong",
           "#3 is not an axis",
           "#3 is not an axis:",
           "#3 is not axis 12",
           "#3: no axis in run.cc:12",
           "#  of axes: 12",
           "@main is not defined",
           "-0x12 is not an axis",
           "no axis at position 3",
           "the axes are [1, 2]",
           "the tag is [abc]",
           "the mask is [0x]",
           "no axis in [0x10)",
           "the offset is +0x",
           "main(0x1, 0x2)",
           "the stack trace: see below",
           "goroutine 1 is blocked",
           "one of [1, 2]:",
           "... and so on",
           "no room for 12 more",
           "During handling of the request, an error occurred:",
       })
    EXPECT_EQ(lines_without_backtraces(line), Lines{line});
}

TEST(BacktraceTest, AfterAHeadingMoreLinesAreFrames) {
  const std::string heading = "Stack trace:\n";
  for (const std::string frame :
       {"4: TVMFuncCall", "0.  Program arguments: ./prog", "0.\tProgram arguments: ./prog",
        "main.run(0x1, 0x2)", "main.main()", "  in run", "\n  in run"})
    EXPECT_EQ(lines_without_backtraces(heading + frame), Lines()) << frame;
  for (const std::string line : {"2nd axis is missing", "int64)", "run(3) failed", "no axis (3)"})
    EXPECT_EQ(lines_without_backtraces(heading + "  in run\n" + line), Lines{line});
}

TEST(BacktraceTest, ABacktraceIsIndentedMoreThanItsHeading) {
  EXPECT_EQ(lines_without_backtraces(
                "  Traceback (most recent call last):\n    File \"a.py\"\n  KeyError: 1\n    in node a"),
            (Lines{"KeyError: 1", "in node a"}));
  EXPECT_EQ(lines_without_backtraces("Stack trace:\n in run\nno axis\n in node a"),
            (Lines{"no axis", "in node a"}));
}

TEST(BacktraceTest, BlanksAroundLinesAndBlankLinesAreRemoved) {
  EXPECT_EQ(lines_without_backtraces("\n \t\r\nno axis 3 \r\n\n\v\nno memory\n\n"),
            (Lines{"no axis 3", "no memory"}));
  EXPECT_EQ(lines_without_backtraces(""), Lines());
}

TEST(BacktraceTest, SentencesThatJoinTracebacksAreRemoved) {
  for (const std::string sentence :
       {"During handling of the above exception, another exception occurred:",
        "The above exception was the direct cause of the following exception:",
        "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
        "note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace."})
    EXPECT_EQ(lines_without_backtraces("KeyError: 1\n\n" + sentence + "\n\nTypeError: 2"),
              (Lines{"KeyError: 1", "TypeError: 2"}));
}

TEST(BacktraceTest, AHeadingIsRemoved) {
  for (const std::string heading :
       {"Traceback (most recent call last):", "goroutine 1 [running]:", "Backtrace:",
        "Exception raised from run at /src/run.cpp:12 (most recent call first):"})
    EXPECT_EQ(lines_without_backtraces("no axis\n" + heading + "\n  in run"), Lines{"no axis"}) << heading;
}

TEST(BacktraceTest, TheSentenceBeforeAHeadingStays) {
  EXPECT_EQ(lines_without_backtraces("no axis 3. Backtrace:\n 0# run(int)\n"), Lines{"no axis 3."});
  EXPECT_EQ(lines_without_backtraces("no traceback! Traceback (most recent call last):"),
            Lines{"no traceback!"});
  EXPECT_EQ(lines_without_backtraces("in thread: 3 Backtrace:\n 0# run(int)\n"), Lines());
  EXPECT_EQ(
      lines_without_backtraces("failed: Traceback (most recent call last):\n  File \"a.py\"\nKeyError: 1"),
      (Lines{"failed:", "KeyError: 1"}));
}

}  // namespace
}  // namespace backedge
