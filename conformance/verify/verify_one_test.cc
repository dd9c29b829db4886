#include <algorithm>
#include <chrono>

#include "conformance/verify/testing.h"
#include "conformance/verify/verify.h"

// How one run is verified, and when it is verified again in a new process.
namespace backedge {
namespace {

ProcessBackendOptions options_for(const std::string& command) {
  ProcessBackendOptions options;
  options.process.command = command;
  return options;
}

// A backend and the number of processes that it took so far.
class Subject {
 public:
  explicit Subject(const std::string& command) : backend_(options_for(command)) {}

  RunRecord verify(const SelectedRun& run, const ExpectationList* list = nullptr, bool stopped = false) {
    const std::atomic<bool> is_stopped{stopped};
    const Hello hello = start_backend(backend_, is_stopped).value();
    return verify_one(backend_, hello, run, list, is_stopped).value();
  }
  int64_t starts() const { return backend_.starts(); }

 private:
  ProcessBackend backend_;
};

TEST(MissingFeature, IsTheFirstFeatureThatTheBackendDoesNotName) {
  TestCase test_case;
  test_case.features = {"type:i32", "type:f64", "op:Add-1", "type:u8"};
  EXPECT_EQ(missing_feature({.features = {"op:Add-1", "type:i32"}}, test_case), "type:f64");
  EXPECT_EQ(missing_feature({.features = {"type:i32", "type:f64", "type:u8"}}, test_case), "op:Add-1");
  EXPECT_EQ(missing_feature({.features = {"type:u8", "op:Add-1", "type:f64", "type:i32"}}, test_case), "");
  EXPECT_EQ(missing_feature({}, test_case), "");  // it has all
  EXPECT_EQ(missing_feature({.features = {"type:i32"}}, TestCase()), "");
}

TEST(VerifyOne, SkipsARunWithoutItsFeature) {
  TestCase test_case = case_of(kOne);
  test_case.features = {"type:i32", "type:f64"};
  ProcessBackend never_asked(options_for("false"));
  const RunRecord record = verify_one(never_asked, {.features = {"type:i32"}},
                                      {&test_case, &test_case.runs[0]}, nullptr, std::atomic<bool>(false))
                               .value();
  EXPECT_EQ(record.verdict.outcome, Outcome::kSkipped);
  EXPECT_EQ(record.verdict.text, "skipped: the backend has no type:f64");
  EXPECT_EQ(never_asked.starts(), 0);
}

TEST(VerifyOne, LeavesOutAReferencePairWithoutItsFeature) {
  Corpus corpus = corpus_in({"own", "pair"});
  const std::atomic<bool> stopped{false};
  ProcessBackend backend(options_for(faulty_backend("wrong_for_a_pair")));
  ASSERT_TRUE(backend.start().ok());
  const auto verdict = [&](const std::vector<std::string>& features) {
    corpus.cases[1].features = features;
    return text_of(verify_one(backend, {.features = {"type:i32"}},
                              {&corpus.cases[0], &corpus.cases[0].runs[0], &corpus.cases[1]}, nullptr,
                              stopped)
                       .value()
                       .verdict);
  };
  EXPECT_EQ(verdict({"type:i32"}),
            "passed at 0\nfirst 0: passed\nrepeated 0: passed\n(reference pair 0: wrong value area/1/a)");
  EXPECT_EQ(verdict({"type:f64"}), "passed at 0");
}

TEST(VerifyOne, RecordsHowLongItTook) {
  const Corpus corpus = corpus_in({"a"});
  Subject subject(faulty_backend("none"));
  const auto begin = std::chrono::steady_clock::now();
  const RunRecord record = subject.verify(runs_of(corpus)[0]);
  const double most = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(name_of(record.run), "area/0/a");
  EXPECT_GT(record.seconds, 0);
  EXPECT_LE(record.seconds, most);
}

TEST(VerifyOne, VerifiesNoRunAgainThatPassesOrIsSkipped) {
  for (const auto& [name, outcome] : {std::pair("none", Outcome::kPassed), {"skips", Outcome::kSkipped}}) {
    const Corpus corpus = corpus_in({"a", "b"});
    Subject subject(faulty_backend(name));
    for (const SelectedRun& run : runs_of(corpus)) EXPECT_EQ(subject.verify(run).verdict.outcome, outcome);
    EXPECT_EQ(subject.starts(), 1) << name;
  }
}

TEST(VerifyOne, VerifiesAFailureAgainOnlyInAUsedProcess) {
  const Corpus corpus = corpus_in({"a", "b", "c"});
  const std::vector<SelectedRun> runs = runs_of(corpus);
  Subject subject(faulty_backend("wrong_value"));
  EXPECT_EQ(subject.verify(runs[0]).verdict.outcome, Outcome::kWrongValue);
  EXPECT_EQ(subject.starts(), 1);
  EXPECT_EQ(subject.verify(runs[1]).verdict.outcome, Outcome::kWrongValue);
  EXPECT_EQ(subject.starts(), 2);
  EXPECT_EQ(subject.verify(runs[2], nullptr, true).verdict.outcome, Outcome::kWrongValue);
  EXPECT_EQ(subject.starts(), 2);  // it was stopped
}

// A backend that writes "asked" to its standard error for each request.
std::string asked(const std::string& name) {
  return shell(R"(while read -r line; do echo asked >&2; printf "%s\n" "$line"; done | )" +
               faulty_backend(name));
}

int64_t count_asked(const RunRecord& record) {
  int64_t count = 0;
  for (size_t at = 0; (at = record.errors.find("asked\n", at)) != std::string::npos; at += 6) ++count;
  EXPECT_EQ(std::ssize(record.errors), 6 * count) << record.errors;
  return count;
}

constexpr int64_t kHello = 1;
constexpr int64_t kQuestions = 4;  // load, run, run again, unload

TEST(VerifyOne, KeepsWhatHappenedInTheUsedProcess) {
  const Corpus corpus = corpus_in({"0", "1"});
  Subject subject(asked("poisoned_by_model_0"));
  const RunRecord first = subject.verify(runs_of(corpus)[0]);
  EXPECT_EQ(text_of(first.verdict), "passed at 0");
  EXPECT_EQ(count_asked(first), kHello + kQuestions);

  const RunRecord second = subject.verify(runs_of(corpus)[1]);
  EXPECT_EQ(subject.starts(), 2);
  EXPECT_EQ(text_of(second.verdict), "passed at 0\n(used process 0: wrong value)");
  EXPECT_TRUE(is_disturbed(second.verdict));
  ASSERT_EQ(second.verdict.observations.size(), 1u);
  EXPECT_TRUE(second.verdict.observations[0].text.starts_with(
      "in a process that had loaded 1 model before: output 0 \"y\""))
      << second.verdict.observations[0].text;
  // The used process, without its `bye`, and the new one.
  EXPECT_EQ(count_asked(second), kQuestions + kHello + kQuestions);
}

TEST(VerifyOne, KeepsOnlyTheNewProcessIfBothFailAlike) {
  const Corpus corpus = corpus_in({"a", "b"});
  Subject subject(asked("wrong_value"));
  EXPECT_EQ(count_asked(subject.verify(runs_of(corpus)[0])), kHello + kQuestions);
  const RunRecord second = subject.verify(runs_of(corpus)[1]);
  EXPECT_EQ(subject.starts(), 2);
  EXPECT_EQ(text_of(second.verdict), "wrong value at 0\nfirst 0: wrong value\nrepeated 0: wrong value");
  EXPECT_FALSE(is_disturbed(second.verdict));
  EXPECT_EQ(count_asked(second), kHello + kQuestions);
}

TEST(VerifyOne, FailsIfTheNewProcessDoesNotStart) {
  const Corpus corpus = corpus_in({"a", "b"});
  const std::vector<SelectedRun> runs = runs_of(corpus);
  const std::string once = fresh_folder("starts_once") + "/started";
  ProcessBackend backend(
      options_for(shell("mkdir \"" + once + "\" || exit 3; exec " + faulty_backend("wrong_value"))));
  const std::atomic<bool> stopped{false};
  const Hello hello = start_backend(backend, stopped).value();
  ASSERT_TRUE(verify_one(backend, hello, runs[0], nullptr, stopped).ok());
  const Result<RunRecord> second = verify_one(backend, hello, runs[1], nullptr, stopped);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().rule(), "BACKEND-1");
}

TEST(VerifyOne, VerifiesNoListedFailureAgain) {
  const Corpus corpus = corpus_in({"a", "b"});
  SelectedRun run = runs_of(corpus)[1];
  Subject subject(faulty_backend("wrong_value"));
  subject.verify(run);  // from now on its process is used
  // The number of processes that are started for the run.
  const auto starts = [&](const ExpectationList* list) {
    const int64_t before = subject.starts();
    EXPECT_EQ(subject.verify(run, list).verdict.outcome, Outcome::kWrongValue);
    return subject.starts() - before;
  };
  const auto list = [](const std::string& text) { return parse_expectations(text, "list.txt").value(); };
  const ExpectationList listed = list("bug, wrong value, 1 run: why\n  area/1\n"),
                        as_a_crash = list("bug, crashed, 1 run: why\n  area/1\n"),
                        other_run = list("bug, wrong value, 1 run: why\n  area/0\n");
  EXPECT_EQ(starts(&listed), 0);
  EXPECT_EQ(starts(nullptr), 1);
  EXPECT_EQ(starts(&as_a_crash), 1);
  EXPECT_EQ(starts(&other_run), 1);
  // A failure that is no surprise, because the list is older than the case, is not listed either.
  ExpectationList older = list("bug, wrong value, 1 run: why\n  area/0\n");
  older.newer_cases = {"area/1"};
  EXPECT_EQ(starts(&older), 1);
  EXPECT_EQ(starts(&listed), 0);
}

// A line that waits for the next request, and then the backend ends.
const std::string kEndAtNext = "read -r line";

// A backend that starts in this attempt, not before.
std::string starts_in(int attempt, const std::string& folder) {
  const std::string file = "\"" + fresh_folder(folder) + "/attempts\"";
  return shell("echo >> " + file + "; n=$(wc -l < " + file + "); if [ $n -lt " + std::to_string(attempt) +
               R"( ]; then echo "attempt $n" >&2; exit 3; fi; )" + kSayHello + kEndAtNext);
}

TEST(StartBackend, TriesThreeTimes) {
  ProcessBackend third(options_for(starts_in(3, "third"))), fifth(options_for(starts_in(5, "fifth")));
  EXPECT_EQ(start_backend(third, std::atomic<bool>(false)).value().name, "silent");
  EXPECT_EQ(third.starts(), 3);
  const Result<Hello> failed = start_backend(fifth, std::atomic<bool>(false));
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().rule(), "BACKEND-1");
  EXPECT_EQ(failed.error().message(),
            "does not say hello: ended with exit code 3\nits standard error: attempt 3");
  EXPECT_EQ(fifth.starts(), 3);
}

TEST(StartBackend, TriesOnceIfItIsStopped) {
  ProcessBackend backend(options_for(starts_in(5, "stopped")));
  EXPECT_FALSE(start_backend(backend, std::atomic<bool>(true)).ok());
  EXPECT_EQ(backend.starts(), 1);
}

TEST(StartBackend, QuotesNoStandardErrorIfThereIsNone) {
  ProcessBackend backend(options_for("false"));
  const Result<Hello> failed = start_backend(backend, std::atomic<bool>(false));
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message(), "does not say hello: ended with exit code 1");
}

TEST(StartBackend, KeepsTheStandardErrorOfAProcessThatRuns) {
  ProcessBackend backend(options_for(shell("echo warming up >&2; " + kSayHello + kEndAtNext)));
  ASSERT_TRUE(start_backend(backend, std::atomic<bool>(false)).ok());
  EXPECT_EQ(backend.take_errors(), "warming up\n");
  ASSERT_TRUE(start_backend(backend, std::atomic<bool>(false)).ok());
  EXPECT_EQ(backend.starts(), 1);  // it still runs
}

TEST(IsFaultOfSuite, IsACaseAFileOrTheMachine) {
  for (const char* rule : {"CASE-1", "FILE-1", "LIMIT-5"})
    EXPECT_TRUE(is_fault_of_suite(Error(rule, "no"))) << rule;
  for (const char* rule : {"BACKEND-1", "BACKEND-3", "CASE-2", "LIMIT-1", "OUT-1"})
    EXPECT_FALSE(is_fault_of_suite(Error(rule, "no"))) << rule;
}

}  // namespace
}  // namespace backedge
