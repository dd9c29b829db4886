#include "conformance/judge/complaint.h"

#include <gtest/gtest.h>

namespace backedge {
namespace {

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

struct Row {
  std::string text, signature;
};

void expect_signatures(const std::vector<Row>& rows) {
  for (const Row& row : rows) EXPECT_EQ(normalize_complaint(row.text), row.signature) << row.text;
}

TEST(ComplaintTest, WordsWithDigitsAreNumbers) {
  expect_signatures({
      {"0 to 9 axes", "# to # axes"},
      {"a1, z2; A3; Z4; _5 fail", "#; #; #; # fail"},
      {"gr\u00f6\u00dfe3 fehlt", "# fehlt"},
      {"\u8ef8", "\u8ef8"},  // is a word, so the line says something
      {"item.3 of v1.5", "item.# of #"},
      {"scale 2x:3", "scale #:#"},
      {"at most 1.5e-3, 1e+05 or 2E+3", "at most # or #"},
  });
}

TEST(ComplaintTest, OnlyTheSignOfANumberBelongsToIt) {
  expect_signatures({
      {"-3 is not an axis", "# is not an axis"},
      {"at +3 or (-4)", "at # or (#)"},
      {"no axis -3", "no axis #"},
      {"2-3 axes, 2 - 3 axes", "#-# axes, # - # axes"},
      {"x+1 and y_-1", "x+# and y_-#"},
      {"option -x of axis -", "option -x of axis -"},
  });
}

TEST(ComplaintTest, ListsOfNumbersAreOneNumber) {
  expect_signatures({
      {"axes 1, 2, 3 of x", "axes # of x"},
      {"axes 1,2,3 of x", "axes # of x"},
      {"axis 1, then 2", "axis #, then #"},
      {"axis 1,then 2", "axis #,then #"},
      {"Slice(1:2) fails", "Slice(#) fails"},
      {"f() fails", "f() fails"},
  });
}

TEST(ComplaintTest, CodesAndRulesStay) {
  expect_signatures({
      {"ended with signal 11", "ended with signal 11"},
      {"Exit Code 7", "Exit Code 7"},
      {"STATUS 3, errno 2", "STATUS 3, errno 2"},
      {"status=3", "status=#"},
      {"exit code 0x7", "exit code #"},
      {"7 axes", "# axes"},
      {"OV-6, AXIS-1 and SIZE-12", "OV-6, AXIS-1 and SIZE-12"},
      {"RANK3 fails", "# fails"},
      {"A-3 fails", "# fails"},
      {"add-6 fails", "# fails"},
      {"3D-6 fails", "# fails"},
  });
}

TEST(ComplaintTest, PathsDoNotCountButTheNamesOfSourcesDo) {
  expect_signatures({
      {"/tmp/x.npy is missing", "<path> is missing"},
      {"cannot write /x", "cannot write <path>"},
      {"cannot write /tmp", "cannot write <path>"},
      {"./prog fails", "<path> fails"},
      {"failed at ../a/b.cc", "failed at b.cc"},
      {"see ~/model", "see <path>"},
      {"see usr/lib/libc", "see <path>"},
      {"see models/loop.xml", "see <path>"},
      {"see models\\loop.xml", "see <path>"},
      {"failed at src\\loop.cpp", "failed at loop.cpp"},
      {"see /tmp/.py and .py", "see <path> and .py"},
      {"the flag -I/usr/include", "the flag -<path>"},
      // The marks after a path are not part of it.
      {"see /tmp/x.npy.", "see <path>."},
      {"/tmp/x- and loop.cc--", "<path>- and loop.cc--"},
      // These are no paths.
      {"inputs/outputs, 3 / 4", "inputs/outputs, # / #"},
      {"and\\or", "and\\or"},
      {"a ~ b", "a ~ b"},
      {"loading ... done", "loading ... done"},
      {"see ...", "see ..."},
  });
}

TEST(ComplaintTest, LineNumbersAfterSourcesDoNotCount) {
  expect_signatures({
      {"failed at loop.cpp:7", "failed at loop.cpp"},
      {"failed at loop.cpp:12", "failed at loop.cpp"},
      {"loop.cpp:12:3: no axis", "loop.cpp: no axis"},
      {"loop.cpp 12 times", "loop.cpp # times"},
      {"loop.cpp: 12 times", "loop.cpp: # times"},
  });
}

TEST(ComplaintTest, QuotedNamesDoNotCount) {
  expect_signatures({
      {"'x' fails", "'...' fails"},
      {"no attribute `axis`", "no attribute '...'"},
      {"no attribute `axis' here", "no attribute '...' here"},
      {"no `long name` here", "no '...' here"},
      {"node \"a' b\" fails", "node '...' fails"},
      {"a's input 'x' fails", "a's input '...' fails"},
      {"the node's input 'x' fails", "the node's input '...' fails"},
      {"it says 'can't load' twice", "it says '...' twice"},
  });
}

TEST(ComplaintTest, BlanksAndControlCharactersAreOneBlank) {
  expect_signatures({
      {"no  \t axis", "no axis"},
      {"\x01no axis", "no axis"},
      {"no\x7f axis\x7fX", "no axis X"},
      {"no axis :", "no axis"},
      {": :", ""},
  });
}

TEST(ComplaintTest, WhereAnErrorWasRaisedDoesNotCount) {
  expect_signatures({
      {"Exception from src/core.cpp:84:\nno axis", "no axis"},
      {"Exception from the plugin\nno axis", "Exception from the plugin; no axis"},
  });
}

TEST(ComplaintTest, ThousandBytesOfALineCount) {
  const std::string most(1000, 'a'), almost(998, 'a');
  expect_signatures({
      {most, most},
      {most + "b", most},
      {most + "b\nno axis", most + "; no axis"},
      // A character of several bytes counts completely or not at all.
      {almost + "\u00e9", almost + "\u00e9"},
      {almost + "\u00e9 b", almost + "\u00e9"},
      {almost + "a\u00e9", almost + "a"},
      {almost + "\u8ef8", almost},
      {std::string(2000, '\x80'), ""},
  });
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

TEST(ComplaintOfTest, ARejectionMayHaveNoReason) {
  EXPECT_EQ(complaint_of({Outcome::kRejected, 0, "expected outputs\nactual   rejected (load)"}),
            "rejected (load)");
  EXPECT_EQ(complaint_of({Outcome::kRejected, 0, "no axis"}), "no axis");
}

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
  EXPECT_EQ(complaint_of({Outcome::kSkipped, 0, "skipped: the device 0x7f3a has no bf16"}),
            "the device # has no bf16");
  EXPECT_EQ(complaint_of({Outcome::kFailed, 0, "KeyError"}), "KeyError");
  EXPECT_EQ(complaint_of({Outcome::kFailed, 0, "no axis of this name"}), "no axis of this name");
  for (const Outcome outcome :
       {Outcome::kWrongValue, Outcome::kWrongShape, Outcome::kAccepted, Outcome::kUnstable, Outcome::kStale})
    EXPECT_EQ(complaint_of({outcome, 0, "output 0 is wrong"}), "");
}

}  // namespace
}  // namespace backedge
