#include "conformance/verify/testing.h"
#include "conformance/verify/verify.h"

// When a verification stops, and what it counts until then.
namespace backedge {
namespace {

struct Stop {
  std::string outcomes;  // of the records, in their order
  std::string gave_up;
  bool complete = false, stopped = false;
};

Stop stop_of(const Corpus& corpus, const VerifyOptions& options) {
  const std::vector<SelectedRun> runs = runs_of(corpus);
  Stop stop;
  std::atomic<bool> stopped{false};
  const Result<VerifyEnd> end = verify(
      runs, options, stopped, [](const Hello&) { return Result<void>(); },
      [&](const RunRecord& record) -> Result<void> {
        stop.outcomes += (stop.outcomes.empty() ? "" : ", ") + std::string(name_of(record.verdict.outcome));
        return {};
      });
  if (!end.ok()) {
    ADD_FAILURE() << end.error().text();
    return stop;
  }
  stop.gave_up = end.value().gave_up;
  stop.complete = end.value().complete;
  stop.stopped = stopped;
  return stop;
}

VerifyOptions options_for(const std::string& command) {
  VerifyOptions options;
  options.backend.process.command = command;
  return options;
}

// Options for a backend that never answers, so the time limit only has to be short.
VerifyOptions options_for_silence() {
  VerifyOptions options = options_for(shell(kSayHello + "exec sleep 60"));
  options.backend.seconds = 0.01;
  return options;
}

// `T`: a run that this backend does not answer; `S`: a run that it skips.
Corpus corpus_for_silence(const std::string& runs) {
  Corpus corpus = corpus_in(std::vector<std::string>(runs.size(), "0"));
  for (size_t k = 0; k < runs.size(); ++k) {
    if (runs[k] == 'S') corpus.cases[k].features = {"type:f64"};
  }
  return corpus;
}

TEST(VerifyLimits, StopsAfterSoManyFailures) {
  const auto stop_after = [](int64_t failures, const Corpus& corpus) {
    VerifyOptions options = options_for(faulty_backend("wrong_value"));
    options.max_failures = failures;
    return stop_of(corpus, options);
  };
  const Stop one = stop_after(1, corpus_in({"a", "b"}));
  EXPECT_EQ(one.outcomes, "wrong value");
  EXPECT_EQ(one.gave_up, "1 run failed: see --max-failures");
  EXPECT_FALSE(one.complete);
  EXPECT_TRUE(one.stopped);

  const Stop two = stop_after(2, corpus_in({"a", "b", "c"}));
  EXPECT_EQ(two.outcomes, "wrong value, wrong value");
  EXPECT_EQ(two.gave_up, "2 runs failed: see --max-failures");
  EXPECT_FALSE(two.complete);
  EXPECT_TRUE(two.stopped);

  const Stop three = stop_after(3, corpus_in({"a", "b"}));
  EXPECT_EQ(three.outcomes, "wrong value, wrong value");
  EXPECT_EQ(three.gave_up, "");
  EXPECT_TRUE(three.complete);
  EXPECT_FALSE(three.stopped);
}

TEST(VerifyLimits, CountsOnlyFailuresThatAreNotListed) {
  VerifyOptions options = options_for(faulty_backend("wrong_value"));
  options.max_failures = 1;
  const ExpectationList list =
      parse_expectations("bug, wrong value, 2 runs: why\n  area/0\n  area/1\n", "list.txt").value();
  options.list = &list;
  const Stop stop = stop_of(corpus_in({"a", "b", "c", "d"}), options);
  EXPECT_EQ(stop.outcomes, "wrong value, wrong value, wrong value");
  EXPECT_EQ(stop.gave_up, "1 run failed: see --max-failures");
}

TEST(VerifyLimits, HasNoLimitOfFailuresUnlessOneIsSet) {
  const Stop stop = stop_of(corpus_in({"a", "b"}), options_for(faulty_backend("wrong_value")));
  EXPECT_EQ(stop.outcomes, "wrong value, wrong value");
  EXPECT_EQ(stop.gave_up, "");
  EXPECT_TRUE(stop.complete);
  EXPECT_FALSE(stop.stopped);
}

TEST(VerifyLimits, CountsOnlyFailuresOfTheTier) {
  Corpus corpus = corpus_in({"0", "1", "2", "3", "4", "6", "7"});
  corpus.cases[0].runs[0].survey = true;
  VerifyOptions options = options_for(faulty_backend("wrong_for_every_third"));
  options.max_failures = 2;
  const Stop stop = stop_of(corpus, options);
  EXPECT_EQ(stop.outcomes, "wrong value, passed, passed, wrong value, passed, wrong value");
  EXPECT_EQ(stop.gave_up, "2 runs failed: see --max-failures");
}

TEST(VerifyLimits, StopsAfterSoManyTimeouts) {
  const auto stop_after = [](int64_t timeouts) {
    VerifyOptions options = options_for_silence();
    options.max_timeouts = timeouts;
    return stop_of(corpus_for_silence("TTT"), options);
  };
  const Stop one = stop_after(1);
  EXPECT_EQ(one.outcomes, "timed out");
  EXPECT_EQ(one.gave_up, "1 run in a row timed out: see --max-timeouts");
  EXPECT_FALSE(one.complete);
  EXPECT_TRUE(one.stopped);

  const Stop two = stop_after(2);
  EXPECT_EQ(two.outcomes, "timed out, timed out");
  EXPECT_EQ(two.gave_up, "2 runs in a row timed out: see --max-timeouts");
  EXPECT_FALSE(two.complete);
  EXPECT_TRUE(two.stopped);

  for (const int64_t no_limit : {0, 4}) {
    const Stop stop = stop_after(no_limit);
    EXPECT_EQ(stop.outcomes, "timed out, timed out, timed out");
    EXPECT_EQ(stop.gave_up, "");
    EXPECT_TRUE(stop.complete);
    EXPECT_FALSE(stop.stopped);
  }
}

TEST(VerifyLimits, CountsOnlyTimeoutsInARow) {
  VerifyOptions options = options_for_silence();
  options.max_timeouts = 2;
  const Stop stop = stop_of(corpus_for_silence("TSSTSTTS"), options);
  EXPECT_EQ(stop.outcomes, "timed out, skipped, skipped, timed out, skipped, timed out, timed out");
  EXPECT_EQ(stop.gave_up, "2 runs in a row timed out: see --max-timeouts");
}

TEST(VerifyLimits, CountsATimeoutAsAFailureToo) {
  VerifyOptions options = options_for_silence();
  options.max_failures = 2;
  const Stop stop = stop_of(corpus_for_silence("TSTT"), options);
  EXPECT_EQ(stop.outcomes, "timed out, skipped, timed out");
  EXPECT_EQ(stop.gave_up, "2 runs failed: see --max-failures");
}

// The backend says when it is asked to end.
TEST(VerifyLimits, AsksNothingMoreAfterAnError) {
  const Corpus corpus = corpus_in({"a", "b"});
  const std::string folder = fresh_folder("no_bye");
  std::atomic<bool> stopped{false};
  const Result<VerifyEnd> end = verify(
      runs_of(corpus), options_for(faulty_backend("wrong_and_silent_at_bye", folder)), stopped,
      [](const Hello&) { return Result<void>(); },
      [](const RunRecord&) -> Result<void> { return Error("FILE-1", "the disk is full"); });
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().message(), "the disk is full");
  EXPECT_FALSE(std::filesystem::exists(folder + "/byes"));
}

// docs/backend_protocol.md
TEST(VerifyLimits, StopsAfter30TimeoutsUnlessAnotherLimitIsSet) {
  const Stop stop = stop_of(corpus_for_silence("S" + std::string(31, 'T')), options_for_silence());
  std::string thirty = "skipped";
  for (int k = 0; k < 30; ++k) thirty += ", timed out";
  EXPECT_EQ(stop.outcomes, thirty);
  EXPECT_EQ(stop.gave_up, "30 runs in a row timed out: see --max-timeouts");
}

// The first record stops the verification and fails.
Result<VerifyEnd> stop_with(const char* rule) {
  const Corpus corpus = corpus_in({"a", "b"});
  std::atomic<bool> stopped{false};
  return verify(
      runs_of(corpus), options_for(faulty_backend("none")), stopped,
      [](const Hello&) { return Result<void>(); },
      [&](const RunRecord&) -> Result<void> {
        stopped = true;
        return Error(rule, "no");
      });
}

TEST(VerifyLimits, KeepsOnlyAFaultOfTheSuiteAfterAStop) {
  const Result<VerifyEnd> full = stop_with("FILE-1");
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().rule(), "FILE-1");
  EXPECT_TRUE(stop_with("BACKEND-1").ok());
}

}  // namespace
}  // namespace backedge
