#include "conformance/judge/verdict.h"

#include <gtest/gtest.h>

#include <set>

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

// As docs/spec/README.md#tiers has it.
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

// Whatever their order, the worst of several outputs gives the outcome.
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

TEST(Judge, TellsOutcomesApart) {
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
  EXPECT_EQ(judge(run_only, Failed{"?"}).outcome, Outcome::kFailed);
  EXPECT_EQ(judge(run_only, Broken{Broken::Kind::kTimedOut, ""}).outcome, Outcome::kTimedOut);
}

}  // namespace
}  // namespace backedge
