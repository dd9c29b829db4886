#include "conformance/judge/complaint.h"

#include <gtest/gtest.h>

#include "conformance/judge/backtrace.h"

namespace backedge {
namespace {

using Lines = std::vector<std::string>;

// --- Complaints that real backends wrote ---

TEST(ComplaintTest, OpenVino) {
  EXPECT_EQ(normalize_complaint("Exception from src/inference/src/cpp/core.cpp:84:\n"
                                "Check 'ov::as_type_ptr<op::v0::TensorIterator>(node) == nullptr' failed at "
                                "src/core/src/op/tensor_iterator.cpp:33:\nNo nested TensorIterator\n\n"),
            "Check 'ov::as_type_ptr<op::#::TensorIterator>(node) == nullptr' failed at tensor_iterator.cpp; "
            "No nested TensorIterator");
  EXPECT_EQ(normalize_complaint("Exception from src/inference/src/cpp/core.cpp:84:\nCheck 'false' failed at "
                                "src/frontends/common/src/frontend.cpp:53:\nConverting input model\n"
                                "node <port> is missing mandatory attribute: precision at offset 1167\n\n"),
            "Check 'false' failed at frontend.cpp; Converting input model; "
            "node <port> is missing mandatory attribute: precision at offset #");
  EXPECT_EQ(normalize_complaint("Unable to read the model: \"/tmp/backedge.mrCF0i/model.xml\" Please check"),
            "Unable to read the model: '...' Please check");
  EXPECT_EQ(
      normalize_complaint("<Type: 'int16_t'>[2, 3] does not fit <Output: names[] shape[2,3] type: dynamic>"),
      "<Type: '...'>[#] does not fit <Output: names[#] shape[#] type: dynamic>");
}

TEST(ComplaintTest, OnnxRuntime) {
  const std::string begin = "[ONNXRuntimeError] : 1 : FAIL : Non-zero status code returned while running ";
  const std::string source = "/onnxruntime_src/onnxruntime/core/providers/cpu/";
  EXPECT_EQ(normalize_complaint(
                begin + "Add node. Name:'add_3' Status Message: " + source +
                "math/element_wise_ops.h:563 void onnxruntime::BroadcastIterator::Init(ptrdiff_t, "
                "ptrdiff_t) axis == 1 || axis == largest was false. Attempting to broadcast an axis "
                "by a dimension other than 1. 3 by 7"),
            "[ONNXRuntimeError] : # : FAIL : Non-zero status code returned while running Add node. "
            "Name:'...' Status "
            "Message: element_wise_ops.h void onnxruntime::BroadcastIterator::Init(ptrdiff_t, ptrdiff_t) "
            "axis == # || "
            "axis == largest was false. Attempting to broadcast an axis by a dimension other than #. # by #");
  EXPECT_EQ(normalize_complaint(
                "Name:'' The input tensor cannot be reshaped. Input shape:{3}, requested shape:{2,2}"),
            normalize_complaint(
                "Name:'r' The input tensor cannot be reshaped. Input shape:{}, requested shape:{4}"));
  EXPECT_EQ(
      normalize_complaint("bound to different types (tensor(float) and tensor(int64) in node ()."),
      normalize_complaint("bound to different types (tensor(float) and tensor(int32) in node (add_3)."));
}

TEST(ComplaintTest, OnnxReference) {
  const std::string python =
      "Traceback (most recent call last):\n"
      "  File \"/opt/onnx/reference/ops/_op.py\", line 129, in _run\n"
      "    res = (self.numpy_fct(a, b),)\n"
      "           ^^^^^^^^^^^^^^^^^^^^\n"
      "ValueError: operands could not be broadcast together with shapes (3,) (7,) \n\n"
      "The above exception was the direct cause of the following exception:\n\n"
      "Traceback (most recent call last):\n"
      "  File \"/opt/onnx/reference/reference_evaluator.py\", line 664, in run\n"
      "    outputs = node.run(*inputs, **linked_attributes)\n"
      "TypeError: Issues with types <class 'numpy.ndarray'>, <class 'numpy.ndarray'> (binary operator "
      "'Add').\n";
  EXPECT_EQ(
      normalize_complaint(python),
      "ValueError: operands could not be broadcast together with shapes (#); TypeError: Issues with types "
      "<class 'numpy.ndarray'>, <class 'numpy.ndarray'> (binary operator '...').");
  EXPECT_EQ(normalize_complaint("[ShapeInferenceError] (op_type:Add): B has inconsistent type tensor(int64)"),
            "[ShapeInferenceError] (op_type:Add): B has inconsistent type tensor(#)");
  EXPECT_EQ(
      normalize_complaint("Unable to allocate 4.00 EiB for an array with shape (2147483648, 2147483648)"),
      "Unable to allocate # EiB for an array with shape (#)");
}

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

TEST(BacktraceTest, WhatLooksLikeOneStays) {
  for (const std::string line :
       {"at least one array is needed", "3 outputs were expected", "1: the first dimension is wrong",
        "#3 is not an axis", "no axis at position 3", "main(0x1, 0x2)", "the stack trace: see below"})
    EXPECT_EQ(lines_without_backtraces(line), Lines{line});
}

TEST(BacktraceTest, TheSentenceBeforeAHeadingStays) {
  EXPECT_EQ(lines_without_backtraces("no axis 3. Backtrace:\n 0# run(int)\n"), Lines{"no axis 3."});
  EXPECT_EQ(
      lines_without_backtraces("failed: Traceback (most recent call last):\n  File \"a.py\"\nKeyError: 1"),
      (Lines{"failed:", "KeyError: 1"}));
}

// --- What counts and what does not ---

TEST(ComplaintTest, TheDeepestErrorCountsAndNotTheEndOfItsBacktrace) {
  const auto thrown = [](const std::string& why) {
    return why +
           "\n./prog(run+0x1) [0x1]\n./prog(main+0x2) [0x2]\n/lib/libc.so.6(__libc_start_main+0x3) [0x3]\n";
  };
  EXPECT_EQ(normalize_complaint(thrown("cannot load\nno memory")), "cannot load; no memory");
  EXPECT_NE(normalize_complaint(thrown("cannot load\nno memory")),
            normalize_complaint(thrown("cannot load\nno axis")));
}

TEST(ComplaintTest, WordsCount) {
  EXPECT_NE(normalize_complaint("no memory for 3 bytes"), normalize_complaint("no room for 3 bytes"));
  EXPECT_NE(normalize_complaint("Check 'a == b' failed"), normalize_complaint("Check 'a < b' failed"));
  EXPECT_NE(normalize_complaint("ended with exit code 1"), normalize_complaint("ended with exit code 7"));
  EXPECT_NE(normalize_complaint("SLICE-6: no"), normalize_complaint("SLICE-7: no"));
}

TEST(ComplaintTest, NamesNumbersAddressesAndPathsDoNotCount) {
  EXPECT_EQ(normalize_complaint(
                "0x7f3a: node \"Add_7\" at -3 of 1.5e-3 in /tmp/x.3f/a.npy, it's [-1,?] and/or 0..3"),
            "#: node '...' at # of # in <path>, it's [#] and/or #..#");
  EXPECT_EQ(normalize_complaint("node (l0_2) of [[1, 2], [3]] and [], i32[3,2], f16[], f()"),
            "node (#) of [#] and [#], #[#], f()");
  EXPECT_EQ(normalize_complaint("rank at ./src/loop.cpp:12:3, loop.h:7 and .../a/b.cc"),
            "rank at loop.cpp, loop.h and b.cc");
}

TEST(ComplaintTest, CodeInQuotesIsKeptWithTheQuotesAfterIt) {
  EXPECT_EQ(normalize_complaint("Check 'f(x)' failed at node 'b'"), "Check 'f(x)' failed at node '...'");
  EXPECT_EQ(normalize_complaint("p: a.c:3: main: Assertion `x == 2' failed."),
            "p: a.c: main: Assertion `x == #' failed.");
}

TEST(ComplaintTest, TheFirstLineAndTheLastTwoCount) {
  EXPECT_EQ(normalize_complaint("load\ncalled\nwrapped\ninner\n"), "load; wrapped; inner");
  EXPECT_EQ(normalize_complaint("load\nload\n 12\nload"), "load");
  EXPECT_EQ(normalize_complaint("load\nload\nrun\nrun"), "load; run");
  EXPECT_EQ(normalize_complaint(""), "");
  EXPECT_EQ(normalize_complaint("12\n34"), "");
}

TEST(ComplaintTest, OddTextsAreHarmless) {
  for (const std::string text :
       {")]}", "([{", "'", "\"'`", "(]", "a[(]", "\x01\x80\xff", "/", "./", "..", "-", "#, ", "~/"})
    EXPECT_LE(normalize_complaint(text).size(), 8U) << text;
  EXPECT_EQ(normalize_complaint("a\x1b[31m\tb"), "a [# b");
}

// Each of these texts has a part that is searched again and again.
TEST(ComplaintTest, LongTextsTakeLinearTime) {
  for (const std::string part :
       {"1+", "'(", "\"a ", "[", "[1],", "at x:1\n", "1\n", "(1+\n", "Stack trace:\n"}) {
    std::string text;
    while (text.size() < 1 << 20) text += part;
    EXPECT_LE(normalize_complaint(text).size(), 4000U) << part;
  }
}

// --- Of verdicts ---

std::string rejected(const std::string& expected, const std::string& phase) {
  return complaint_of(
      {Outcome::kRejected, 0,
       "expected " + expected + "\nactual   rejected (" + phase + ")\n  too deep:\n  \n  64 levels"});
}

TEST(ComplaintOfTest, OfARejectionThePhaseCountsAndNotWhatWasExpected) {
  EXPECT_EQ(rejected("3 outputs", "load"), "rejected (load): too deep; # levels");
  EXPECT_EQ(rejected("rejected (load, BODY-1)", "load"), rejected("3 outputs", "load"));
  EXPECT_NE(rejected("3 outputs", "run"), rejected("3 outputs", "load"));
  const std::string once = "expected outputs\nactual   rejected (load)\n  why";
  EXPECT_EQ(complaint_of({Outcome::kRejected, 0, "answer 0:\n" + once + "\nanswer 1:\n" + once}),
            "rejected (load): why");
}

TEST(ComplaintOfTest, OtherOutcomes) {
  EXPECT_EQ(complaint_of(
                {Outcome::kFailed, 0, "failed: Traceback (most recent call last):\n  File\nKeyError: 'x'"}),
            "KeyError: '...'");
  EXPECT_EQ(complaint_of({Outcome::kCrashed, 0, "ended with signal 11 (Segmentation fault)"}),
            "ended with signal 11 (Segmentation fault)");
  EXPECT_EQ(complaint_of({Outcome::kTimedOut, 0, "no answer within 2.5 s"}), "no answer within # s");
  EXPECT_EQ(complaint_of({Outcome::kSkipped, 0, "skipped: the backend has no op:If-8"}),
            "the backend has no op:If-8");
  EXPECT_EQ(complaint_of({Outcome::kSkipped, 0, "skipped: no axis 3 in 2 dimensions of bf16"}),
            "no axis # in # dimensions of bf16");
  for (const Outcome outcome :
       {Outcome::kWrongValue, Outcome::kWrongShape, Outcome::kAccepted, Outcome::kUnstable, Outcome::kStale})
    EXPECT_EQ(complaint_of({outcome, 0, "output 0 is wrong"}), "");
}

}  // namespace
}  // namespace backedge
