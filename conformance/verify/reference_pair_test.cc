#include "conformance/verify/testing.h"

// How verify_run compares a run with its reference pair.
namespace backedge {
namespace {

// The verdict of the first run of a case with a reference pair.
std::string verdict_with_pair(const std::string& own, const std::string& of_pair, Dialogue dialogue) {
  const TestCase test_case = case_of(own);
  TestCase pair = case_of(of_pair);
  pair.path = "area/pair";
  pair.model.replace(pair.model.find("\"y\""), 3, "\"pair\"");
  return text_of(verify(test_case, std::move(dialogue), &pair));
}

// From the right answers of the run itself to the model of the reference pair.
Dialogue up_to_pair(const Dialogue& more) {
  return Dialogue{"load: done", "infer 1 2: 1 2", "infer 1 2: 1 2", "unload: done"} + more;
}

const std::string kRejected = R"("rejected": {"phase": "run", "rule": "OUT-1"})";

// A run with two right answers.
std::string run_of_two(const std::string& inputs, const std::string& one, const std::string& other) {
  return run_json("a", inputs + R"(, "any_of": [{)" + one + "}, {" + other + "}]");
}

TEST(ReferencePair, ComparesWithTheReferencePair) {
  const std::string of_pair = run_of_two(inputs_json(7, 8), outputs_json(1, 2), outputs_json(1, 3));
  const std::string begin = "first 0: passed\nrepeated 0: passed\n", name = " area/pair/a";
  const auto verdict = [&](Dialogue more) {
    return verdict_with_pair(kOne, of_pair, up_to_pair(std::move(more)));
  };
  EXPECT_EQ(verdict({"load the pair: done", "infer 7 8: 1 2", "unload: done"}), "passed at 0");
  EXPECT_EQ(verdict({"load the pair: done", "infer 7 8: 1 3", "unload: done"}),
            "wrong value at 0\n" + begin + "(reference pair 0: passed" + name +
                ")\nreference pair 0: wrong value" + name);
  // The pair's own faults do not count.
  EXPECT_EQ(verdict({"load the pair: done", "infer 7 8: 1 9", "unload: done"}),
            "passed at 0\n" + begin + "(reference pair 0: wrong value" + name + ")");
  EXPECT_EQ(verdict({"load the pair: reject the model"}),
            "passed at 0\n" + begin + "(reference pair 0: rejected" + name + ")");
  EXPECT_EQ(verdict({"load the pair: done", "infer 7 8: crash"}),
            "passed at 0\n" + begin + "(reference pair 0: crashed" + name + ")");
  EXPECT_EQ(verdict({"load the pair: done", "infer 7 8: 1 2", "unload: crash"}),
            "passed at 0\n" + begin + "(reference pair 0: passed" + name + ")\n(unloaded 0: crashed)");
}

TEST(ReferencePair, LeavesTheReferencePairOutAfterAFault) {
  EXPECT_EQ(verdict_with_pair(kOne, kOne, {"load: done", "infer 1 2: 1 9", "infer 1 2: 1 9", "unload: done"}),
            "wrong value at 0\nfirst 0: wrong value\nrepeated 0: wrong value");
  EXPECT_EQ(
      verdict_with_pair(kOne, kOne, {"load: done", "infer 1 2: 1 2", "infer 1 2: 1 2", "unload: crash"}),
      "crashed at 0\nfirst 0: passed\nrepeated 0: passed\nunloaded 0: crashed");
}

TEST(ReferencePair, ComparesEachInferenceWithTheReferencePair) {
  const std::string of_pair = R"({"name": "a", "sequence": [{)" + inference_json(1, 2) + "}, {" +
                              inputs_json(5, 6) + ", " + outputs_json(5, 7) + "}]}";
  EXPECT_EQ(verdict_with_pair(
                kSequence, of_pair,
                {"load: done", "infer 1 2: 1 2", "infer 5 6: 5 6", "infer 1 2: 1 2", "infer 5 6: 5 6",
                 "unload: done", "load the pair: done", "infer 1 2: 1 2", "infer 5 6: 5 7", "unload: done"}),
            "wrong value at 1\nfirst 0: passed\nfirst 1: passed\nrepeated 0: passed\nrepeated 1: passed\n"
            "(reference pair 0: passed area/pair/a)\n(reference pair 1: passed area/pair/a)\n"
            "reference pair 1: wrong value area/pair/a");
}

TEST(ReferencePair, ComparesOnlyOutputsWithTheReferencePair) {
  const std::string of_pair = run_of_two(inputs_json(7, 8), outputs_json(1, 3), kRejected);
  EXPECT_EQ(
      verdict_with_pair(kOne, of_pair,
                        up_to_pair({"load the pair: done", "infer 7 8: reject the input", "unload: done"})),
      "passed at 0");
  const Dialogue right = up_to_pair({"load the pair: done", "infer 7 8: 1 3", "unload: done"});
  const std::string rejected_first = run_of_two(inputs_json(1, 2), kRejected, outputs_json(1, 2));
  EXPECT_EQ(verdict_with_pair(rejected_first, of_pair, right), "passed at 0");
  const std::string rejected_last = run_of_two(inputs_json(1, 2), outputs_json(1, 2), kRejected);
  EXPECT_EQ(verdict_with_pair(rejected_last, of_pair,
                              {"load: done", "infer 1 2: reject the input", "infer 1 2: reject the input",
                               "unload: done", "load the pair: done", "infer 7 8: 1 3", "unload: done"}),
            "passed at 0");
}

TEST(ReferencePair, AsksForTheReferencePairAlthoughAnotherRunBreaks) {
  EXPECT_EQ(verdict_with_pair(kTwo, run_json("a", inference_json(1, 2)),
                              up_to_pair({"load: done", "infer 3 4: crash", "load the pair: done",
                                          "infer 1 2: 1 2", "unload: done"})),
            "passed at 0\nfirst 0: passed\nrepeated 0: passed\n(other run 0: crashed b)\n"
            "(reference pair 0: passed area/pair/a)");
}

TEST(ReferencePair, LeavesTheReferencePairOutIfTheModelIsRightlyRejected) {
  const std::string rejected =
      R"({"name": "a", "inputs": {}, "rejected": {"phase": "load", "rule": "OUT-1"}})";
  EXPECT_EQ(verdict_with_pair(rejected, kOne, {"load: reject the model"}), "passed at 0");
}

TEST(ReferencePair, NeedsTheRunInTheReferencePair) {
  EXPECT_EQ(verdict_with_pair(kOne, run_json("b", inference_json(1, 2)), {}),
            "CASE-1: its reference pair area/pair has no run of this name\nin the run area/name/a");
}

}  // namespace
}  // namespace backedge
