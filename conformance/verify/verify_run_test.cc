#include "conformance/verify/verify_run.h"

#include "conformance/verify/testing.h"

namespace backedge {
namespace {

TEST(VerifyRun, AsksForEachInferenceTwice) {
  EXPECT_EQ(verdict_of(kOne, {"load: done", "infer 1 2: 1 2", "infer 1 2: 1 2", "unload: done"}),
            "passed at 0");
  EXPECT_EQ(verdict_of(kSequence, {"load: done", "infer 1 2: 1 2", "infer 5 6: 5 6", "infer 1 2: 1 2",
                                   "infer 5 6: 5 6", "unload: done"}),
            "passed at 0");
}

// Later inferences may continue the sequence.  (OP-57)
TEST(VerifyRun, AsksOnceIfTheModelDrawsRandomNumbers) {
  TestCase random = case_of(kTwo);
  random.features = {"op:RandomUniform-8"};
  EXPECT_EQ(text_of(verify(random, {"load: done", "infer 1 2: 1 2", "unload: done"})), "passed at 0");
  EXPECT_EQ(text_of(verify(random, {"load: done", "infer 1 2: 1 9", "unload: done"})),
            "wrong value at 0\nfirst 0: wrong value");
}

TEST(VerifyRun, AsksNothingMoreIfTheModelIsNotLoaded) {
  EXPECT_EQ(verdict_of(kTwo, {"load: reject the model"}), "rejected at 0\nloaded 0: rejected");
  EXPECT_EQ(verdict_of(kTwo, {"load: skip"}), "skipped at 0\nloaded 0: skipped");
  EXPECT_EQ(verdict_of(kTwo, {"load: crash"}), "crashed at 0\nloaded 0: crashed");
  const std::string wrong = R"({"name": "a", "inputs": {}, "rejected": {"phase": "load", "rule": "OUT-1"}})";
  EXPECT_EQ(verdict_of(wrong, {"load: reject the model"}), "passed at 0");
}

TEST(VerifyRun, EndsWithABrokenOrSkippedInference) {
  EXPECT_EQ(verdict_of(kSequence, {"load: done", "infer 1 2: crash"}), "crashed at 0\nfirst 0: crashed");
  EXPECT_EQ(verdict_of(kSequence, {"load: done", "infer 1 2: skip", "unload: done"}),
            "skipped at 0\nfirst 0: skipped");
  EXPECT_EQ(verdict_of(kTwo, {"load: done", "infer 1 2: 1 2", "infer 1 2: crash"}),
            "crashed at 0\nfirst 0: passed\nrepeated 0: crashed");
  EXPECT_EQ(verdict_of(kOne, {"load: done", "infer 1 2: 1 2", "infer 1 2: 1 2", "unload: crash"}),
            "crashed at 0\nfirst 0: passed\nrepeated 0: passed\nunloaded 0: crashed");
}

TEST(VerifyRun, StopsASequenceWithABrokenRepetition) {
  EXPECT_EQ(verdict_of(kSequence, {"load: done", "infer 1 2: 1 2", "infer 5 6: 5 9", "infer 1 2: crash"}),
            "wrong value at 1\nfirst 0: passed\nfirst 1: wrong value\nrepeated 0: crashed");
}

TEST(VerifyRun, TakesTheFirstFault) {
  EXPECT_EQ(verdict_of(kOne, {"load: done", "infer 1 2: 1 9", "infer 1 2: crash"}),
            "wrong value at 0\nfirst 0: wrong value\nrepeated 0: crashed");
  EXPECT_EQ(verdict_of(kTwo, {"load: done", "infer 1 2: 1 9", "infer 1 2: 1 9", "unload: done", "load: done",
                              "infer 3 4: 3 4", "infer 1 2: 1 9", "unload: done"}),
            "wrong value at 0\nfirst 0: wrong value\nrepeated 0: wrong value\n(other run 0: passed b)\n"
            "after other run 0: wrong value b");
}

// From the first answer 1 2 and the repeated answer 1 9 on.
Dialogue changed(const Dialogue& more) {
  return Dialogue{"load: done", "infer 1 2: 1 2", "infer 1 2: 1 9", "unload: done"} + more;
}

TEST(VerifyRun, CallsAChangeStaleIfAFreshModelGivesTheFirstAnswerTwice) {
  EXPECT_EQ(verdict_of(kTwo, changed({"load: done", "infer 1 2: 1 2", "unload: done", "load: done",
                                      "infer 1 2: 1 2", "unload: done"})),
            "stale state at 0\nfirst 0: passed\nrepeated 0: stale state\nloaded again 0: passed\n"
            "loaded again 0: passed");
  EXPECT_EQ(verdict_of(kTwo, changed({"load: done", "infer 1 2: 1 9", "unload: done"})),
            "unstable at 0\nfirst 0: passed\nrepeated 0: unstable\nloaded again 0: unstable");
  EXPECT_EQ(verdict_of(kTwo, changed({"load: done", "infer 1 2: 1 2", "unload: done", "load: done",
                                      "infer 1 2: 1 9", "unload: done"})),
            "unstable at 0\nfirst 0: passed\nrepeated 0: unstable\nloaded again 0: passed\n"
            "loaded again 0: unstable");
}

TEST(VerifyRun, RepeatsASequenceUpToTheChange) {
  EXPECT_EQ(verdict_of(kSequence,
                       {"load: done", "infer 1 2: 1 2", "infer 5 6: 5 6", "infer 1 2: 1 2", "infer 5 6: 5 9",
                        "unload: done", "load: done", "infer 1 2: 1 2", "infer 5 6: 5 6", "unload: done",
                        "load: done", "infer 1 2: 1 2", "infer 5 6: 5 6", "unload: done"}),
            "stale state at 1\nfirst 0: passed\nfirst 1: passed\nrepeated 0: passed\n"
            "repeated 1: stale state\nloaded again 0: passed\nloaded again 1: passed\n"
            "loaded again 0: passed\nloaded again 1: passed");
}

TEST(VerifyRun, StopsRepeatingASequenceAtTheChange) {
  EXPECT_EQ(verdict_of(kSequence, {"load: done", "infer 1 2: 1 2", "infer 5 6: 5 6", "infer 1 2: 1 9",
                                   "unload: done", "load: done", "infer 1 2: 1 9", "unload: done"}),
            "unstable at 0\nfirst 0: passed\nfirst 1: passed\nrepeated 0: unstable\n"
            "loaded again 0: unstable");
}

TEST(VerifyRun, SaysWhereAModelThatIsLoadedAgainBreaks) {
  const std::string begin = "unstable at 0\nfirst 0: passed\nrepeated 0: unstable\n";
  EXPECT_EQ(verdict_of(kOne, changed({"load: done", "infer 1 2: crash"})), begin + "loaded again 0: crashed");
  EXPECT_EQ(verdict_of(kOne, changed({"load: crash"})), begin + "loaded again 0: crashed");
  EXPECT_EQ(verdict_of(kOne, changed({"load: reject the model"})), begin + "loaded again 0: unstable");
  EXPECT_EQ(verdict_of(kOne, {"load: done", "infer 1 2: 1 2", "infer 1 2: 1 9", "unload: crash"}),
            begin + "unloaded 0: crashed");
}

TEST(VerifyRun, ExplainsAChange) {
  const auto text = [](const std::string& first, const std::string& again) {
    const TestCase test_case = case_of(kOne);
    return verify(test_case, {"load: done", "infer 1 2: " + first, "infer 1 2: " + again, "unload: done",
                              "load: done", "infer 1 2: " + again, "unload: done"})
        .value()
        .observations[1]
        .text;
  };
  EXPECT_EQ(text("1 2", "1 9"),
            "another answer when it was repeated\ncompared with the first answer:\n"
            "output 0 \"y\", compared by bits: first at [1] of i32[2]; 1 of 2 elements differ\n"
            "expected 2  0x00000002\nactual   9  0x00000009");
  EXPECT_EQ(text("1 2", "fail"),
            "another answer when it was repeated\nfirst outputs i32[2]\nthen  failed: no memory");
  EXPECT_EQ(text("fail", "1 2"),
            "another answer when it was repeated\nfirst failed: no memory\nthen  outputs i32[2]");
}

TEST(VerifyRun, SaysWhenABackendBroke) {
  const auto text = [](const std::string& runs, const Dialogue& dialogue) {
    return verify(case_of(runs), dialogue).value().observations.back().text;
  };
  EXPECT_EQ(text(kOne, {"load: done", "infer 1 2: 1 2", "infer 1 2: crash"}), "when it was repeated: gone");
  EXPECT_EQ(text(kSequence, {"load: done", "infer 1 2: 1 2", "infer 5 6: 5 9", "infer 1 2: 1 2",
                             "infer 5 6: 5 9", "unload: done", "load: done", "infer 5 6: crash"}),
            "on its own: gone");
}

// The question after the inputs of run b, from the model that is loaded again on.
Dialogue after_other(const Dialogue& more) {
  return Dialogue{"load: done", "infer 1 2: 1 2", "infer 1 2: 1 2", "unload: done", "load: done"} + more;
}

TEST(VerifyRun, AsksAgainAfterAnotherRunOfTheModel) {
  const std::string begin = "first 0: passed\nrepeated 0: passed\n";
  EXPECT_EQ(verdict_of(kTwo, after_other({"infer 3 4: 3 4", "infer 1 2: 1 2", "unload: done"})),
            "passed at 0");
  EXPECT_EQ(verdict_of(kTwo, after_other({"infer 3 4: 3 9", "infer 1 2: 1 2", "unload: done"})),
            "passed at 0\n" + begin + "(other run 0: wrong value b)\nafter other run 0: passed b");
  EXPECT_EQ(
      verdict_of(kTwo, {"load: done", "infer 1 2: 1 2", "infer 1 2: 1 2", "unload: done", "load: crash"}),
      "crashed at 0\n" + begin + "loaded again 0: crashed");
  EXPECT_EQ(verdict_of(kTwo, after_other({"infer 3 4: crash"})),
            "passed at 0\n" + begin + "(other run 0: crashed b)");
  EXPECT_EQ(verdict_of(kTwo, after_other({"infer 3 4: 3 4", "infer 1 2: crash"})),
            "crashed at 0\n" + begin + "(other run 0: passed b)\nafter other run 0: crashed");
  EXPECT_EQ(verdict_of(kTwo, after_other({"infer 3 4: 3 4", "infer 1 2: 3 4", "unload: done", "load: done",
                                          "infer 1 2: 1 2", "unload: done", "load: done", "infer 1 2: 1 2",
                                          "unload: done"})),
            "stale state at 0\n" + begin +
                "(other run 0: passed b)\nafter other run 0: stale state b\n"
                "loaded again 0: passed\nloaded again 0: passed");
}

TEST(VerifyRun, AsksNoOtherRunBesideASequence) {
  EXPECT_EQ(verdict_of(kSequence + ", " + run_json("b", inference_json(3, 4)),
                       {"load: done", "infer 1 2: 1 2", "infer 5 6: 5 6", "infer 1 2: 1 2", "infer 5 6: 5 6",
                        "unload: done"}),
            "passed at 0");
}

// The second inference of a sequence gives 5 9. Then what happens on its own.
Dialogue wrong_second(const Dialogue& more) {
  return Dialogue{"load: done",     "infer 1 2: 1 2", "infer 5 6: 5 9",
                  "infer 1 2: 1 2", "infer 5 6: 5 9", "unload: done"} +
         more;
}

TEST(VerifyRun, RunsAWrongInferenceOfASequenceOnItsOwn) {
  const std::string stale =
      "\nfirst 0: passed\nfirst 1: stale state\nrepeated 0: passed\nrepeated 1: wrong value\n";
  const std::string wrong =
      "\nfirst 0: passed\nfirst 1: wrong value\nrepeated 0: passed\nrepeated 1: wrong value\n";
  EXPECT_EQ(verdict_of(kSequence, wrong_second({"load: done", "infer 5 6: 5 6", "unload: done"})),
            "stale state at 1" + stale + "alone 1: passed");
  EXPECT_EQ(verdict_of(kSequence, wrong_second({"load: done", "infer 5 6: 5 9", "unload: done"})),
            "wrong value at 1" + wrong + "alone 1: wrong value");
  EXPECT_EQ(verdict_of(kSequence, wrong_second({"load: done", "infer 5 6: crash"})),
            "wrong value at 1" + wrong + "alone 1: crashed");
  EXPECT_EQ(verdict_of(kSequence, wrong_second({"load: crash"})),
            "wrong value at 1" + wrong + "loaded again 0: crashed");
  // The first inference has none before it.
  EXPECT_EQ(verdict_of(kSequence, {"load: done", "infer 1 2: 1 9", "infer 5 6: 5 6", "infer 1 2: 1 9",
                                   "infer 5 6: 5 6", "unload: done"}),
            "wrong value at 0\nfirst 0: wrong value\nfirst 1: passed\nrepeated 0: wrong value\n"
            "repeated 1: passed");
}

TEST(VerifyRun, SaysWhyARightInferenceOnItsOwnIsStale) {
  const TestCase test_case = case_of(kSequence);
  const Verdict verdict =
      verify(test_case, wrong_second({"load: done", "infer 5 6: 5 6", "unload: done"})).value();
  EXPECT_TRUE(
      verdict.text.starts_with("right on its own, but wrong after the inferences before it:\noutput 0"))
      << verdict.text;
}

TEST(VerifyRun, LeavesElementsThatNoRuleSpecifiesOutOfComparisons) {
  const std::string open = R"({"name": "a", )" + inputs_json(1, 2) + R"(, "outputs": [)" +
                           R"({"type": "i32", "shape": [2], "values": [1, null]}]})";
  EXPECT_EQ(verdict_of(open, {"load: done", "infer 1 2: 1 7", "infer 1 2: 1 8", "unload: done"}),
            "passed at 0");
}

TEST(VerifyRun, ExcusesWrongValuesOfSurveysButNoChanges) {
  const std::string survey = run_json("a", inference_json(1, 2) + R"(, "tier": "survey")");
  EXPECT_EQ(verdict_of(survey, {"load: done", "infer 1 2: 1 9", "infer 1 2: 1 8", "unload: done",
                                "load: done", "infer 1 2: 1 7", "unload: done"}),
            "unstable at 0\nfirst 0: wrong value\nrepeated 0: unstable\nloaded again 0: unstable");
  EXPECT_EQ(verdict_of(survey, {"load: done", "infer 1 2: 1 9", "infer 1 2: 1 9", "unload: done"}),
            "wrong value at 0\nfirst 0: wrong value\nrepeated 0: wrong value");
}

TEST(VerifyRun, TakesTheFirstExcusedFaultOfASurvey) {
  const std::string survey = R"({"name": "a", "tier": "survey", "sequence": [{)" + inference_json(1, 2) +
                             "}, {" + inference_json(5, 6) + "}]}";
  EXPECT_EQ(verdict_of(survey, {"load: done", "infer 1 2: 1 9", "infer 5 6: reject the input",
                                "infer 1 2: 1 9", "infer 5 6: reject the input", "unload: done"}),
            "wrong value at 0\nfirst 0: wrong value\nfirst 1: rejected\nrepeated 0: wrong value\n"
            "repeated 1: rejected");
}

TEST(VerifyRun, StopsAtAFaultOfTheSuite) {
  const std::string expected = "FILE-1: the disk is full\nin the run area/name/a";
  EXPECT_EQ(verdict_of(kOne, {"load: fault"}), expected);
  EXPECT_EQ(verdict_of(kOne, {"load: done", "infer 1 2: fault"}), expected);
  EXPECT_EQ(verdict_of(kOne, {"load: done", "infer 1 2: 1 2", "infer 1 2: 1 2", "unload: fault"}), expected);
  EXPECT_EQ(verdict_of(kOne, changed({"load: fault"})), expected);
}

TEST(Neighbour, IsTheNextRunOfTheModelWithOtherInputs) {
  const auto name = [](const TestCase& test_case, size_t run) {
    const CaseRun* other = neighbour(test_case, test_case.runs[run]);
    return other == nullptr ? "" : other->name;
  };
  const TestCase three = case_of(kTwo + ", " + run_json("c", inference_json(1, 2)));
  EXPECT_EQ(name(three, 0), "b");
  EXPECT_EQ(name(three, 1), "c");
  EXPECT_EQ(name(three, 2), "b");
  EXPECT_EQ(name(case_of(kOne), 0), "");

  const std::string rejected =
      R"({"name": "b", )" + inputs_json(3, 4) + R"(, "rejected": {"phase": "run", "rule": "OUT-1"}})";
  EXPECT_EQ(name(case_of(kOne + ", " + rejected), 0), "");

  TestCase table = case_of(kTwo);
  table.runs[1].at = {"another model"};
  EXPECT_EQ(name(table, 0), "");

  const std::string listed =
      R"("inputs": [)" + pair_json(3, 4) + R"(], "outputs": [)" + pair_json(3, 4) + "]";
  TestCase lists = case_of(run_json("a", listed) + ", " + run_json("b", listed));
  EXPECT_EQ(name(lists, 0), "");
  lists.runs[1].inferences[0].inputs.listed.clear();
  EXPECT_EQ(name(lists, 0), "b");
  EXPECT_EQ(name(case_of(kOne + ", " + run_json("b", listed)), 0), "b");

  TestCase named = case_of(kTwo);
  named.runs[1].inferences[0].inputs.named = {{"z", named.runs[0].inferences[0].inputs.named.at("x")}};
  EXPECT_EQ(name(named, 0), "b");
}

}  // namespace
}  // namespace backedge
