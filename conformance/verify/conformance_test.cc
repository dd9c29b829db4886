// Runs a corpus against the interpreter or against a backend. There is one test for each run, in a suite
// with the name of its case, and some tests for the corpus and the expectation list themselves.
// usage: conformance_test --corpus=.../MANIFEST [--runs=FILTER] [--backend=PROGRAM [--backend_arg=ARGUMENT ...]
//          [--expectations=FILE] [--answer_seconds=S] [--max_memory_mib=N]]

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>

#include "conformance/corpus/corpus.h"
#include "conformance/corpus/features.h"
#include "conformance/judge/expectations.h"
#include "conformance/verify/check_run.h"
#include "conformance/verify/verify.h"
#include "interpreter/base/number_text.h"
#include "interpreter/base/safe_text.h"

namespace backedge {
namespace {

// The backend, as long as it can be started and does not time out again and again.
class StartedBackend {
 public:
  StartedBackend(const ProcessBackendOptions& options, const Corpus& corpus, const ExpectationList& list)
      : backend_(options), corpus_(corpus), list_(list) {}

  Result<void> start() {
    if (dead_) return Error(dead_->first, dead_->second);
    Result<Hello> hello = start_backend(backend_, stopped_);
    if (!hello.ok()) dead_ = {hello.error().rule(), hello.error().message()};
    hello_ = TRY(std::move(hello));
    return check_features(hello_.features, corpus_);
  }

  Result<RunRecord> verify(const SelectedRun& run) {
    RunRecord record = TRY(verify_one(backend_, hello_, run, &list_, stopped_));
    timeouts_ = record.verdict.outcome == Outcome::kTimedOut ? timeouts_ + 1 : 0;
    if (timeouts_ == VerifyOptions().max_timeouts)
      dead_ = {"BACKEND-1", std::to_string(timeouts_) + " runs in a row timed out"};
    return record;
  }

 private:
  ProcessBackend backend_;
  const Corpus& corpus_;
  const ExpectationList& list_;
  std::atomic<bool> stopped_{false};
  Hello hello_;
  int64_t timeouts_ = 0;                                     // in a row
  std::optional<std::pair<std::string, std::string>> dead_;  // rule and message why no other run is asked
};

// What the tests share.
struct Suite {
  Corpus corpus;
  std::optional<StartedBackend> subject;  // nothing for the interpreter
  ExpectationList list;
  std::array<int64_t, kOutcomes> outcomes{};
  int64_t listed = 0;           // runs with the failure that is listed
  int64_t not_as_listed = 0;    // runs that contradict the list; without a list, runs that fail
  int64_t disturbed = 0;        // runs that had another outcome in a process that other runs had used
  int64_t without_verdict = 0;  // runs that the suite could not verify
  std::string again;            // the command that repeats a run, without the name of the run

  int64_t runs() const { return std::accumulate(outcomes.begin(), outcomes.end(), int64_t{0}); }
  bool only_skips() const { return runs() > 0 && runs() == outcomes[static_cast<size_t>(Outcome::kSkipped)]; }

  // "312 runs: 200 passed, 100 skipped, 12 failed as listed, 0 not as listed"
  std::string counts_text() const {
    const auto of = [&](Outcome outcome) { return std::to_string(outcomes[static_cast<size_t>(outcome)]); };
    std::string text = counted(runs(), "run") + ": " + of(Outcome::kPassed) + " passed, " +
                       of(Outcome::kSkipped) + " skipped, " + std::to_string(listed) + " failed as listed, " +
                       std::to_string(not_as_listed) + " not as listed";
    if (disturbed > 0)
      text += "; " + std::to_string(disturbed) + " had another outcome in a process that other runs had used";
    if (without_verdict > 0)
      text += "; " + std::to_string(without_verdict) + " not verified, through no fault of the backend";
    return text;
  }
};

class InterpreterTest : public testing::Test {
 public:
  InterpreterTest(const Suite& suite, const SelectedRun& run) : suite_(suite), run_(run) {}

  void TestBody() override {
    const auto& [test_case, run, pair] = run_;
    Result<Verdict> found = check_run(*test_case, *run);
    if (found.ok() && found.value().passed() && pair != nullptr) found = check_pair(*test_case, *run, *pair);
    ASSERT_TRUE(found.ok()) << found.error().text();
    EXPECT_TRUE(found.value().passed()) << failure_text(*test_case, *run, found.value(), suite_.again);
  }

 private:
  const Suite& suite_;
  const SelectedRun run_;
};

class BackendTest : public testing::Test {
 public:
  BackendTest(Suite& suite, const SelectedRun& run) : suite_(suite), run_(run) {}

  void TestBody() override {
    const Result<void> started = suite_.subject->start();
    ASSERT_TRUE(started.ok()) << started.error().text();
    const Result<RunRecord> verified = suite_.subject->verify(run_);
    if (!verified.ok()) ++suite_.without_verdict;
    ASSERT_TRUE(verified.ok()) << no_verdict_text(verified.error());
    const RunRecord& record = verified.value();
    const Outcome outcome = record.verdict.outcome;
    ++suite_.outcomes[static_cast<size_t>(outcome)];
    RecordProperty("outcome", std::string(name_of(outcome)));
    const Listing listing = hold_against(suite_.list, run_, outcome, is_disturbed(record.verdict));
    suite_.listed += is_failure(outcome, run_.run->survey) && !listing.surprise;
    suite_.not_as_listed += listing.surprise.has_value();
    suite_.disturbed += is_disturbed(record.verdict);
    if (listing.surprise) ADD_FAILURE() << text_of(record, *listing.surprise);
    if (!listing.surprise && outcome == Outcome::kSkipped) GTEST_SKIP() << record.verdict.text;
  }

 private:
  static std::string no_verdict_text(const Error& error) {
    if (!is_fault_of_suite(error)) return error.text();
    return "the suite cannot verify this run; the backend is not to blame:\n" + error.text();
  }

  std::string text_of(const RunRecord& record, const Error& surprise) const {
    std::string text = failure_text(*run_.test_case, *run_.run, record.verdict, suite_.again);
    const Observation* used = disturbance_of(record.verdict);
    if (used != nullptr) text += "\n" + std::string(name_of(used->outcome)) + " " + used->text;
    if (!suite_.list.file.empty() || used != nullptr) text += "\n" + surprise.text();
    return record.errors.empty() ? text : text + "\nits standard error:\n" + record.errors;
  }

  Suite& suite_;
  const SelectedRun run_;
};

// Tests for defects of the corpus or of the list itself.
class FaultsTest : public testing::Test {
 public:
  explicit FaultsTest(std::vector<std::string> faults) : faults_(std::move(faults)) {}

  void TestBody() override {
    for (const std::string& fault : faults_) ADD_FAILURE() << fault;
  }

 private:
  const std::vector<std::string> faults_;
};

std::vector<std::string> list_faults(const Suite& suite) {
  std::vector<std::string> faults;
  for (const Error& error : check_expectations(suite.list, suite.corpus)) faults.push_back(error.text());
  return faults;
}

// Prints only the failures and the counts, because there are thousands of runs.
class Printer : public testing::EmptyTestEventListener {
 public:
  explicit Printer(const Suite& suite) : suite_(suite) {}

  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed()) std::printf("%s\n", safe_text(result.message()).c_str());
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    if (test.result()->Failed()) std::printf("[  FAILED  ] %s.%s\n\n", test.test_suite_name(), test.name());
    std::fflush(stdout);
  }
  void OnTestProgramEnd(const testing::UnitTest& all) override {
    for (size_t k = 0; k < kOutcomes; ++k) {
      if (suite_.outcomes[k] > 0)
        std::printf("%8lld  %s\n", static_cast<long long>(suite_.outcomes[k]),
                    std::string(name_of(static_cast<Outcome>(k))).c_str());
    }
    std::printf("%s\n%d tests, %d failed\n", suite_.counts_text().c_str(), all.test_to_run_count(),
                all.failed_test_count());
  }

 private:
  const Suite& suite_;
};

template <class Make>
void add_test(const std::string& suite, const std::string& name, Make&& make) {
  testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                        std::forward<Make>(make));
}

// Returns the number of runs that both filters select. Only they are registered, so GoogleTest's shards
// share only these.
int64_t add_tests(Suite& suite, const Filter& filter, const Filter& runs) {
  int64_t selected = 0;
  for (const SelectedRun& run : runs_of(suite.corpus)) {
    if (!filter.selects(name_of(run)) || !runs.selects(name_of(run))) continue;
    add_test(run.test_case->path, run.run->name, [&suite, run]() -> testing::Test* {
      if (suite.subject) return new BackendTest(suite, run);
      return new InterpreterTest(suite, run);
    });
    ++selected;
  }
  add_test("corpus", "agrees_with_manifest",
           [&]() -> testing::Test* { return new FaultsTest(suite.corpus.problems); });
  if (!suite.list.file.empty())
    add_test("expectations", "agree_with_the_corpus",
             [&]() -> testing::Test* { return new FaultsTest(list_faults(suite)); });
  return selected;
}

struct Arguments {
  std::string manifest, expectations;
  std::string runs = "*";
  ProcessBackendOptions backend;
};

// A word, quoted for the shell.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::optional<Arguments> parse_arguments(int count, char** words) {
  Arguments arguments;
  arguments.backend.process.max_memory = int64_t{8192} << 20;
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k];
    const size_t equals = word.find('=');
    if (equals == word.npos) return std::nullopt;
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    std::string& command = arguments.backend.process.command;
    if (name == "--corpus") {
      arguments.manifest = value;
    } else if (name == "--runs") {
      arguments.runs = value;
    } else if (name == "--backend") {
      command = quoted(value);
    } else if (name == "--backend_arg") {
      command += " " + quoted(value);
    } else if (name == "--expectations") {
      arguments.expectations = value;
    } else if (name == "--answer_seconds") {
      arguments.backend.seconds = std::strtod(value.c_str(), nullptr);
    } else if (name == "--max_memory_mib") {
      arguments.backend.process.max_memory = std::strtoll(value.c_str(), nullptr, 10) << 20;
    } else {
      return std::nullopt;
    }
  }
  const bool whole = !arguments.manifest.empty() && arguments.backend.seconds > 0 &&
                     (arguments.expectations.empty() || !arguments.backend.process.command.empty());
  return whole ? std::optional(arguments) : std::nullopt;
}

// Whether the backend can be verified at all.
bool prepare(Suite& suite, const Arguments& arguments) {
  if (!arguments.expectations.empty()) {
    Result<ExpectationList> list = read_expectations(arguments.expectations);
    if (!list.ok()) return std::fprintf(stderr, "%s\n", list.error().text().c_str()), false;
    suite.list = std::move(list).value();
  }
  if (arguments.backend.process.command.empty()) return true;
  suite.subject.emplace(arguments.backend, suite.corpus, suite.list);
  const Result<void> started = suite.subject->start();
  if (!started.ok()) std::fprintf(stderr, "%s\n", started.error().text().c_str());
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new Printer(suite));
  return started.ok();
}

}  // namespace
}  // namespace backedge

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  const std::optional<backedge::Arguments> arguments = backedge::parse_arguments(count, words);
  if (!arguments) {
    std::fprintf(stderr, "usage: %s --corpus=.../MANIFEST [--backend=PROGRAM ...] [GoogleTest options]\n",
                 words[0]);
    return 2;
  }
  if (const char* folder = std::getenv("TEST_TMPDIR")) setenv("TMPDIR", folder, 1);
  const std::string filter = testing::GTEST_FLAG(filter);
  testing::GTEST_FLAG(filter) = "*";
  backedge::Suite suite;
  const char* target = std::getenv("TEST_TARGET");
  suite.again = "bazel test " + std::string(target ? target : "//conformance") + " --test_filter=";
  const std::string root = std::filesystem::path(arguments->manifest).parent_path().string();
  suite.corpus = backedge::read_corpus(root.empty() ? "." : root);
  if (!backedge::prepare(suite, *arguments)) return 1;
  const backedge::Filter asked(filter), runs(arguments->runs);
  for (const backedge::Filter& chosen : {asked, runs}) {
    const backedge::Result<void> checked = backedge::check_filter(chosen, suite.corpus);
    if (checked.ok() || suite.corpus.cases.empty()) continue;
    std::fprintf(stderr, "%s\nthe filter \"%s\" selects no runs\n", checked.error().text().c_str(),
                 chosen.text().c_str());
    return 1;
  }
  if (backedge::add_tests(suite, asked, runs) == 0) {
    for (const std::string& problem : suite.corpus.problems) std::fprintf(stderr, "%s\n", problem.c_str());
    std::fprintf(stderr, "the filter \"%s\" selects no runs of %zu cases\n", filter.c_str(),
                 suite.corpus.cases.size());
    return 1;
  }
  const int code = RUN_ALL_TESTS();
  if (filter != "*" || !suite.only_skips()) return code;
  std::fprintf(stderr, "every run was skipped, which says nothing about the backend (too many shards?)\n");
  return 1;
}
