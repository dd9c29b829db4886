#include "conformance/judge/verdict.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "conformance/corpus/read_text.h"

namespace backedge {
namespace {

TEST(Outcomes, HaveANameAndASeverityEach) {
  std::set<std::string_view> names;
  std::set<int> severities;
  for (size_t k = 0; k < kOutcomes; ++k) {
    const auto outcome = static_cast<Outcome>(k);
    names.insert(name_of(outcome));
    severities.insert(traits_of(outcome).severity);
    EXPECT_EQ(outcome_named(name_of(outcome)), outcome);
  }
  EXPECT_EQ(names.size(), kOutcomes);
  EXPECT_EQ(severities.size(), kOutcomes);
  EXPECT_FALSE(outcome_named("wrong"));
}

// The programs that read results know the outcomes from this schema.
TEST(Outcomes, AreThoseOfTheFormatOfResults) {
  const std::string schema = read_text("docs/results_format.schema.json").value();
  std::smatch outcomes;
  ASSERT_TRUE(std::regex_search(schema, outcomes, std::regex(R"("outcome": \{\s*"enum": \[([^\]]*)\])")));
  const std::string listed = outcomes[1];
  const std::regex word("\"([^\"]*)\"");
  std::set<std::string> documented, known;
  for (std::sregex_iterator found(listed.begin(), listed.end(), word), end; found != end; ++found)
    documented.insert((*found)[1]);
  for (size_t k = 0; k < kOutcomes; ++k) known.emplace(name_of(static_cast<Outcome>(k)));
  EXPECT_EQ(documented, known);
}

// According to docs/spec/README.md#tiers.
TEST(Outcomes, FailInTheirTier) {
  const std::set<std::string> in_survey = {"crashed", "timed out", "protocol error", "unstable",
                                           "stale state"};
  for (size_t k = 0; k < kOutcomes; ++k) {
    const auto outcome = static_cast<Outcome>(k);
    const std::string name(name_of(outcome));
    EXPECT_EQ(is_failure(outcome, false), name != "passed" && name != "skipped") << name;
    EXPECT_EQ(is_failure(outcome, true), in_survey.contains(name)) << name;
    EXPECT_EQ(traits_of(outcome).broken, name == "crashed" || name == "timed out" || name == "protocol error")
        << name;
  }
}

ExpectedTensor one(int value) { return {Tensor::of<int32_t>({1}, {value}), {}}; }

// Whatever the order of the outputs, the worst one gives the outcome.
TEST(JudgeOutputs, TakesTheWorstOutput) {
  const Tensor right = Tensor::of<int32_t>({1}, {1}), value = Tensor::of<int32_t>({1}, {2}),
               shape = Tensor::of<int32_t>({1, 1}, {1}), type = Tensor::of<int64_t>({1}, {1});
  const std::vector<ExpectedTensor> expected = {one(1), one(1)};
  const auto outcome = [&](const Tensor& a, const Tensor& b) {
    return name_of(judge_outputs(expected, {a, b}).outcome);
  };
  EXPECT_EQ(outcome(right, right), "passed");
  EXPECT_EQ(outcome(right, value), "wrong value");
  EXPECT_EQ(outcome(value, shape), "wrong shape");
  EXPECT_EQ(outcome(shape, value), "wrong shape");
  EXPECT_EQ(outcome(type, shape), "wrong type");
  EXPECT_EQ(outcome(value, type), "wrong type");
}

TEST(JudgeOutputs, CountsThem) {
  const Tensor right = Tensor::of<int32_t>({1}, {1});
  const Verdict missing = judge_outputs({one(1), one(1)}, {right});
  EXPECT_EQ(missing.outcome, Outcome::kMissingOutput);
  EXPECT_EQ(missing.text, "expected 2 outputs\nactual   1: outputs i32[1]");
  ASSERT_EQ(missing.given.size(), 1u);
  EXPECT_TRUE(missing.wrong.empty());
  const Verdict extra = judge_outputs({one(1)}, {right, right});
  EXPECT_EQ(extra.outcome, Outcome::kExtraOutput);
  EXPECT_EQ(extra.text, "expected 1 output\nactual   2: outputs i32[1], i32[1]");
  EXPECT_EQ(extra.given.size(), 2u);
  EXPECT_EQ(judge_outputs({one(1)}, {}).text, "expected 1 output\nactual   0: outputs (none)");
}

TEST(JudgeOutputs, NamesThoseThatAreWrong) {
  const Tensor right = Tensor::of<int32_t>({1}, {1}), wrong = Tensor::of<int32_t>({1}, {2});
  const std::vector<std::string> names = {"a", "b"};  // the name of the third output is not known
  const Verdict verdict = judge_outputs({one(1), one(1), one(1)}, {right, wrong, wrong}, names);
  EXPECT_EQ(verdict.outcome, Outcome::kWrongValue);
  EXPECT_TRUE(verdict.text.starts_with("output 1 \"b\", compared by bits: first at [0]")) << verdict.text;
  EXPECT_NE(verdict.text.find("\noutput 2, compared by bits: first at [0]"), std::string::npos)
      << verdict.text;
  ASSERT_EQ(verdict.wrong.size(), 2u);
  EXPECT_EQ(verdict.wrong[0].output, 1u);
  EXPECT_EQ(verdict.wrong[0].name, "b");
  EXPECT_TRUE(verdict.wrong[0].expected.tensor.same_bits(right));
  EXPECT_TRUE(verdict.wrong[0].actual.same_bits(wrong));
  EXPECT_EQ(verdict.wrong[0].difference.count, 1);
  EXPECT_EQ(verdict.wrong[1].output, 2u);
  EXPECT_EQ(verdict.wrong[1].name, "");
}

TEST(Judge, DistinguishesOutcomes) {
  const ExpectedTensor golden{Tensor::of<int32_t>({2}, {1, 2}), {}};
  const std::vector<Answer> outputs_or_not = {Rejection{Phase::kLoad, {"OUT-1"}},
                                              std::vector<ExpectedTensor>{golden}};
  const std::vector<Answer> run_only = {Rejection{Phase::kRun, {"TRIP-4"}}};
  const BackendAnswer wrong = Outputs{{Tensor::of<int32_t>({2}, {1, 3})}};
  EXPECT_EQ(judge(outputs_or_not, Outputs{{golden.tensor}}).outcome, Outcome::kPassed);
  EXPECT_EQ(judge(outputs_or_not, wrong).outcome, Outcome::kWrongValue);
  EXPECT_EQ(judge(outputs_or_not, Rejected{Phase::kRun, "", "late"}).outcome, Outcome::kPassed);
  EXPECT_EQ(judge(outputs_or_not, Rejected{Phase::kRun, "OUT-1", "late, and says which"}).outcome,
            Outcome::kRejected);
  EXPECT_EQ(judge(outputs_or_not, Rejected{Phase::kLoad, "OUT-2", ""}).outcome, Outcome::kRejected);
  EXPECT_EQ(judge(run_only, Rejected{Phase::kLoad, "", "early"}).outcome, Outcome::kRejected);
  EXPECT_EQ(judge(run_only, wrong).outcome, Outcome::kAccepted);
  EXPECT_EQ(judge(run_only, Rejected{Phase::kRun, "TRIP-4", "and says so"}).outcome, Outcome::kPassed);
  EXPECT_EQ(judge(run_only, Failed{"?"}).outcome, Outcome::kFailed);
  EXPECT_EQ(judge(run_only, Failed{"?"}).text, "failed: ?");
  EXPECT_EQ(judge(run_only, Skipped{"no If"}).outcome, Outcome::kSkipped);
  EXPECT_EQ(judge(run_only, Skipped{"no If"}).text, "skipped: no If");
  const auto broken = [&](Broken::Kind kind) { return judge(run_only, Broken{kind, "why"}); };
  EXPECT_EQ(broken(Broken::Kind::kCrashed).outcome, Outcome::kCrashed);
  EXPECT_EQ(broken(Broken::Kind::kStopped).outcome, Outcome::kCrashed);
  EXPECT_EQ(broken(Broken::Kind::kTimedOut).outcome, Outcome::kTimedOut);
  EXPECT_EQ(broken(Broken::Kind::kProtocolError).outcome, Outcome::kProtocolError);
  EXPECT_EQ(broken(Broken::Kind::kCrashed).text, "why");
}

TEST(Judge, SaysWhatWasExpected) {
  const std::vector<Answer> rejection = {Rejection{Phase::kRun, {"TRIP-2", "TRIP-4"}}};
  const Verdict accepted = judge(rejection, Outputs{{Tensor::of<int32_t>({1}, {5})}});
  EXPECT_EQ(accepted.text, "expected rejected (run, TRIP-2 or TRIP-4)\nactual   outputs i32[1]");
  ASSERT_EQ(accepted.given.size(), 1u);
  EXPECT_TRUE(accepted.given[0].same_bits(Tensor::of<int32_t>({1}, {5})));
  const Verdict early = judge(rejection, Rejected{Phase::kLoad, "", "two\nlines"});
  EXPECT_EQ(early.text,
            "expected rejected (run, TRIP-2 or TRIP-4)\nactual   rejected (load)\n  two\n  lines");
  EXPECT_TRUE(early.given.empty());
  const std::vector<Answer> outputs = {std::vector<ExpectedTensor>{one(1)}};
  const Verdict refused = judge(outputs, Rejected{Phase::kRun, "", "no"});
  EXPECT_EQ(refused.outcome, Outcome::kRejected);
  EXPECT_EQ(refused.text, "expected outputs\nactual   rejected (run)\n  no");
}

TEST(Judge, NumbersTheAnswersIfThereAreTwo) {
  const std::vector<Answer> answers = {std::vector<ExpectedTensor>{one(1)},
                                       std::vector<ExpectedTensor>{one(2)}};
  const Verdict verdict = judge(answers, Outputs{{Tensor::of<int32_t>({1}, {3})}});
  EXPECT_TRUE(verdict.text.starts_with("answer 0:\noutput 0")) << verdict.text;
  EXPECT_NE(verdict.text.find("\nanswer 1:\noutput 0"), std::string::npos) << verdict.text;
  ASSERT_EQ(verdict.wrong.size(), 1u);
  EXPECT_TRUE(verdict.wrong[0].expected.tensor.same_bits(Tensor::of<int32_t>({1}, {1})));
}

// The first answer has no outputs, and so do all that were rejected.
TEST(Judge, ComparesARejectionWithTheFirstExpectedRejection) {
  const std::vector<Answer> answers = {std::vector<ExpectedTensor>{one(1)},
                                       Rejection{Phase::kLoad, {"OUT-1"}}};
  EXPECT_EQ(judge(answers, Outputs{{}}).outcome, Outcome::kMissingOutput);
  EXPECT_EQ(judge({answers[1], answers[0], answers[1]}, Outputs{{}}).outcome, Outcome::kMissingOutput);
}

// The text is about all answers. The rest is about the first answer of the kind that was given.
TEST(Judge, TakesTheFirstAnswerOfTheKindThatWasGiven) {
  const std::vector<Answer> answers = {Rejection{Phase::kLoad, {"OUT-1"}},
                                       std::vector<ExpectedTensor>{one(1), one(1)},
                                       std::vector<ExpectedTensor>{one(1)}};
  const Verdict outputs = judge(answers, Outputs{{Tensor::of<int32_t>({1}, {2})}});
  EXPECT_EQ(outputs.outcome, Outcome::kMissingOutput);
  EXPECT_TRUE(outputs.text.starts_with("answer 0:\nexpected rejected (load, OUT-1)\n")) << outputs.text;
  EXPECT_NE(outputs.text.find("\nanswer 1:\nexpected 2 outputs\n"), std::string::npos) << outputs.text;
  EXPECT_NE(outputs.text.find("\nanswer 2:\noutput 0, "), std::string::npos) << outputs.text;
  const Verdict values =
      judge({answers[2], answers[0], answers[1]}, Outputs{{Tensor::of<int32_t>({1}, {2})}});
  EXPECT_EQ(values.outcome, Outcome::kWrongValue);
  const Verdict rejected = judge(answers, Rejected{Phase::kLoad, "OUT-2", ""});
  EXPECT_EQ(rejected.outcome, Outcome::kRejected);
  EXPECT_TRUE(judge(answers, Outputs{{Tensor::of<int32_t>({1}, {1})}}).passed());
  EXPECT_TRUE(judge(answers, Outputs{{Tensor::of<int32_t>({1}, {1})}}).text.empty());
}

TEST(SameAnswer, ComparesOnlyOutputs) {
  const auto outputs = [](std::vector<Tensor> tensors) { return BackendAnswer(Outputs{std::move(tensors)}); };
  const Tensor a = Tensor::scalar(0.0f), b = Tensor::scalar(-0.0f);
  EXPECT_TRUE(same_answer(outputs({a, b}), outputs({a, b})));
  EXPECT_FALSE(same_answer(outputs({a, b}), outputs({a, a})));
  EXPECT_FALSE(same_answer(outputs({a}), outputs({a, b})));
  EXPECT_FALSE(same_answer(outputs({a, b}), outputs({a})));
  EXPECT_TRUE(same_answer(Rejected{Phase::kRun, "", "a"}, Rejected{Phase::kLoad, "", "b"}));
  EXPECT_FALSE(same_answer(Rejected{}, Failed{}));
  EXPECT_FALSE(same_answer(outputs({}), Failed{}));
  EXPECT_TRUE(same_answer(Failed{"a"}, Failed{"b"}));
}

TEST(FillUnspecified, TakesTheGoldensWhereTheyFit) {
  const std::vector<ExpectedTensor> goldens = {one(1), {Tensor::of<int32_t>({2}, {3, 0}), {}, {false, true}}};
  const std::vector<Answer> answers = {Rejection{Phase::kLoad, {"OUT-1"}}, goldens};
  const auto filled = [&](BackendAnswer answer) {
    fill_unspecified(answers, answer);
    return answer;
  };
  const Tensor first = Tensor::of<int32_t>({1}, {1});
  const BackendAnswer a = filled(Outputs{{first, Tensor::of<int32_t>({2}, {3, 8})}});
  EXPECT_TRUE(same_answer(a, filled(Outputs{{first, Tensor::of<int32_t>({2}, {3, 9})}})));
  EXPECT_FALSE(same_answer(a, filled(Outputs{{first, Tensor::of<int32_t>({2}, {4, 8})}})));
  EXPECT_TRUE(std::get<Outputs>(a).tensors[1].same_bits(Tensor::of<int32_t>({2}, {3, 0})));
  const Tensor of_reals = Tensor::of<float>({2}, {3, 8});
  EXPECT_TRUE(std::get<Outputs>(filled(Outputs{{first, of_reals}})).tensors[1].same_bits(of_reals));
  const Tensor longer = Tensor::of<int32_t>({3}, {3, 8, 8});
  EXPECT_TRUE(std::get<Outputs>(filled(Outputs{{first, longer}})).tensors[1].same_bits(longer));
  EXPECT_TRUE(same_answer(filled(Outputs{{first}}), Outputs{{first}}));
  EXPECT_TRUE(same_answer(filled(Failed{"a"}), Failed{"a"}));
}

TEST(FillUnspecified, LeavesWhatIsSpecified) {
  const std::vector<Answer> rejection = {Rejection{Phase::kRun, {"TRT-5"}}};
  const std::vector<Answer> first = {
      std::vector<ExpectedTensor>{{Tensor::of<int32_t>({2}, {0, 7}), {}, {true, false}}}};
  const Tensor given = Tensor::of<int32_t>({2}, {5, 6});
  BackendAnswer answer = Outputs{{given}};
  fill_unspecified(rejection, answer);
  EXPECT_TRUE(same_answer(answer, Outputs{{given}}));
  fill_unspecified({std::vector<ExpectedTensor>{{Tensor::of<int32_t>({2}, {7, 7}), {}}}}, answer);
  EXPECT_TRUE(same_answer(answer, Outputs{{given}}));
  fill_unspecified(first, answer);
  EXPECT_TRUE(same_answer(answer, Outputs{{Tensor::of<int32_t>({2}, {0, 6})}}));
}

TEST(FillUnspecified, TakesTheGoldensOfTheGivenAnswer) {
  const auto pair = [](int32_t a, int32_t b) { return Tensor::of<int32_t>({2}, {a, b}); };
  const std::vector<Answer> answers = {std::vector<ExpectedTensor>{{pair(3, 0), {}, {false, true}}},
                                       std::vector<ExpectedTensor>{{pair(4, 5), {}, {}}}};
  BackendAnswer answer = Outputs{{pair(4, 5)}};
  fill_unspecified(answers, answer);
  EXPECT_TRUE(judge(answers, answer).passed());
  EXPECT_TRUE(same_answer(answer, Outputs{{pair(4, 5)}}));
  answer = Outputs{{pair(3, 5)}};
  fill_unspecified(answers, answer);
  EXPECT_TRUE(same_answer(answer, Outputs{{pair(3, 0)}}));
  const std::vector<Answer> twice = {answers[0], answers[0], answers[1]};
  answer = Outputs{{pair(3, 9)}};
  fill_unspecified(twice, answer);
  EXPECT_TRUE(same_answer(answer, Outputs{{pair(3, 0)}}));
  const std::vector<Answer> either = {std::vector<ExpectedTensor>{{pair(3, 0), {}, {false, true}}},
                                      std::vector<ExpectedTensor>{{pair(3, 1), {}, {false, true}}}};
  answer = Outputs{{pair(3, 9)}};  // the first answer that is given
  fill_unspecified(either, answer);
  EXPECT_TRUE(same_answer(answer, Outputs{{pair(3, 0)}}));
  answer = Outputs{{pair(7, 5)}};  // wrong: another unspecified element is not a change
  fill_unspecified(answers, answer);
  EXPECT_TRUE(same_answer(answer, Outputs{{pair(7, 0)}}));
}

TEST(AnswerText, IsForPeople) {
  EXPECT_EQ(answer_text(Done()), "done");
  EXPECT_EQ(answer_text(Outputs{{Tensor::zeros(ElementType::kF32, {2}), Tensor::scalar(int64_t{1})}}),
            "outputs f32[2], i64[]");
  EXPECT_EQ(answer_text(Broken{Broken::Kind::kCrashed, "it ended"}), "it ended");
  EXPECT_EQ(indented("a\nb", "> "), "> a\n> b");
}

TEST(Verdict, IsDisturbedByOtherModels) {
  using Moment = Observation::Moment;
  Verdict verdict;
  EXPECT_FALSE(is_disturbed(verdict));
  verdict.observations = {{.moment = Moment::kUnload}, {.moment = Moment::kFirst}};
  EXPECT_FALSE(is_disturbed(verdict));
  verdict.observations.push_back({.moment = Moment::kUsedProcess});
  EXPECT_TRUE(is_disturbed(verdict));
}

TEST(Moments, HaveNames) {
  using Moment = Observation::Moment;
  EXPECT_EQ(name_of(Moment::kLoad), "loaded");
  EXPECT_EQ(name_of(Moment::kFirst), "first");
  EXPECT_EQ(name_of(Moment::kPair), "reference pair");
  EXPECT_EQ(name_of(Moment::kUsedProcess), "used process");
}

}  // namespace
}  // namespace backedge
