#include "conformance/verify/verify.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <thread>

#include "conformance/verify/testing.h"

namespace backedge {
namespace {

namespace fs = std::filesystem;

VerifyOptions options_for(const std::string& command, int64_t jobs = 1) {
  VerifyOptions options{.jobs = jobs};
  options.backend.process.command = command;
  return options;
}

Result<void> accept(const Hello&) { return {}; }

// What the callbacks of a verification got.
struct Seen {
  std::vector<std::string> hellos;
  std::vector<std::string> runs;      // in the order of the records
  std::vector<std::string> outcomes;  // the same
};

// Verifies a corpus. `then` is called after each record.
Result<VerifyEnd> verify_all(
    const Corpus& corpus, const VerifyOptions& options, std::atomic<bool>& stopped, Seen& seen,
    const std::function<Result<void>()>& then = [] { return Result<void>(); }) {
  const std::vector<SelectedRun> runs = runs_of(corpus);
  return verify(
      runs, options, stopped,
      [&](const Hello& hello) -> Result<void> {
        EXPECT_TRUE(seen.runs.empty());
        seen.hellos.push_back(hello.name);
        return {};
      },
      [&](const RunRecord& record) -> Result<void> {
        seen.runs.push_back(name_of(record.run));
        seen.outcomes.push_back(std::string(name_of(record.verdict.outcome)));
        return then();
      });
}

// Waits until a condition is true. A test must not hang, so after a long time the condition fails it.
template <class Condition>
void wait_until(const Condition& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition() && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_TRUE(condition());
}

size_t count_files(const std::string& folder) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

using Names = std::vector<std::string>;

TEST(Verify, RecordsEveryRunInOrderInOneProcessByDefault) {
  Names folders, expected;
  for (int k = 0; k < 8; ++k) {
    folders.push_back("a");
    expected.push_back("area/" + std::to_string(k) + "/a");
  }
  VerifyOptions options;
  options.backend.process.command = faulty_backend("none");
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end = verify_all(corpus_in(folders), options, stopped, seen);
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_EQ(seen.hellos, Names{"faulty"});
  EXPECT_EQ(seen.runs, expected);
  EXPECT_EQ(seen.outcomes, Names(8, "passed"));
  EXPECT_EQ(end.value().hello.name, "faulty");
  EXPECT_EQ(end.value().starts, 1);
  EXPECT_TRUE(end.value().complete);
  EXPECT_EQ(end.value().gave_up, "");
  EXPECT_EQ(end.value().fault_at_bye, "");
  EXPECT_FALSE(stopped);
}

TEST(Verify, GivesListedFailuresToTheList) {
  const ExpectationList list = parse_expectations("bug, wrong value, 1 run: why\n  area/1\n", "l").value();
  VerifyOptions options = options_for(faulty_backend("wrong_value"));
  options.list = &list;
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end = verify_all(corpus_in({"a", "b", "c"}), options, stopped, seen);
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_EQ(seen.outcomes, Names(3, "wrong value"));
  EXPECT_EQ(end.value().starts, 2);  // for the first run and for the last one
}

TEST(Verify, SharesTheRunsBetweenItsJobs) {
  // Each process leaves a file. The first record waits until both have started.
  const std::string folder = fresh_folder("two_jobs");
  const std::string command = shell("mktemp \"" + folder + "/XXXXXX\" >&2; exec " + faulty_backend("none"));
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end =
      verify_all(corpus_in(Names(40, "a")), options_for(command, 2), stopped, seen, [&]() -> Result<void> {
        if (seen.runs.size() == 1) wait_until([&] { return count_files(folder) >= 2; });
        return {};
      });
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_EQ(end.value().starts, 2);
  EXPECT_TRUE(end.value().complete);
  EXPECT_EQ(seen.hellos.size(), 1u);
  EXPECT_EQ(seen.outcomes, Names(40, "passed"));
  std::sort(seen.runs.begin(), seen.runs.end());
  EXPECT_EQ(std::unique(seen.runs.begin(), seen.runs.end()) - seen.runs.begin(), 40);
}

TEST(Verify, RejectsAnotherHelloOfASecondProcess) {
  const std::string folder = fresh_folder("another_name");
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end =
      verify_all(corpus_in(Names(4, "a")), options_for(faulty_backend("another_name_beside_it", folder), 2),
                 stopped, seen);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().rule(), "BACKEND-3");
}

TEST(Verify, ReportsAFaultAtBye) {
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end =
      verify_all(corpus_in({"a"}), options_for(faulty_backend("bye_exits_with_7")), stopped, seen);
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_EQ(seen.outcomes, Names{"passed"});
  EXPECT_EQ(end.value().fault_at_bye, "ended with exit code 7 after its answer");
}

// The first process ends with a fault. The second one waits for that before it says hello, and has no fault.
TEST(Verify, KeepsTheFirstFaultAtBye) {
  const std::string folder = fresh_folder("one_fault");
  const std::string command =
      shell("there=\"" + folder + "\"; if mkdir \"$there/first\" 2>/dev/null; then " +
            faulty_backend("bye_exits_with_7") + "; code=$?; touch \"$there/ended\"; exit $code; fi; " +
            "touch \"$there/second\"; until [ -e \"$there/ended\" ]; do sleep 0.01; done; exec " +
            faulty_backend("none"));
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end =
      verify_all(corpus_in(Names(4, "a")), options_for(command, 2), stopped, seen, [&]() -> Result<void> {
        if (seen.runs.size() == 1) wait_until([&] { return fs::exists(folder + "/second"); });
        return {};
      });
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_EQ(seen.outcomes, Names(4, "passed"));
  EXPECT_EQ(end.value().starts, 2);
  EXPECT_EQ(end.value().fault_at_bye, "ended with exit code 7 after its answer");
}

TEST(Verify, FailsIfTheBackendDoesNotStart) {
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end = verify_all(corpus_in({"a"}), options_for("false"), stopped, seen);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().rule(), "BACKEND-1");
  EXPECT_TRUE(seen.hellos.empty());
}

TEST(Verify, EndsWithTheErrorOfBegin) {
  const Corpus corpus = corpus_in({"a"});
  std::atomic<bool> stopped{false};
  const Result<VerifyEnd> end = verify(
      runs_of(corpus), options_for(faulty_backend("none")), stopped,
      [](const Hello&) -> Result<void> { return Error("FILE-1", "the disk is full"); },
      [](const RunRecord&) -> Result<void> {
        ADD_FAILURE() << "a record";
        return {};
      });
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().message(), "the disk is full");
}

TEST(Verify, EndsWithTheErrorOfARecord) {
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end = verify_all(corpus_in({"a", "b", "c"}), options_for(faulty_backend("none")),
                                           stopped, seen, [&]() -> Result<void> {
                                             if (seen.runs.size() < 2) return {};
                                             return Error("FILE-1", "the disk is full");
                                           });
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().message(), "the disk is full");
  EXPECT_EQ(seen.runs, (Names{"area/0/a", "area/1/a"}));
  EXPECT_TRUE(stopped);  // so that other threads end too
}

// A thread that throws would end the program.
TEST(Verify, ReportsMemoryThatRunsOutInItsThreads) {
  const Corpus corpus = corpus_in(Names(20, "a"));
  std::atomic<bool> stopped{false};
  const Result<VerifyEnd> end =
      verify(runs_of(corpus), options_for(faulty_backend("none"), 2), stopped, accept,
             [](const RunRecord&) -> Result<void> { throw std::bad_alloc(); });
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().rule(), "LIMIT-5");
  EXPECT_TRUE(stopped);
}

// Threads of this program get so large a stack that the machine cannot start them.
class HugeStacks {
 public:
  HugeStacks() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_getattr_default_np(&huge);
    pthread_attr_setstacksize(&huge, size_t{1} << (8 * sizeof(size_t) - 2));
    works_ = pthread_setattr_default_np(&huge) == 0;
    pthread_attr_destroy(&huge);
  }
  ~HugeStacks() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  bool works() const { return works_; }

 private:
  pthread_attr_t before_;
  bool works_ = false;
};

TEST(Verify, ReportsThreadsThatTheMachineCannotStart) {
  const HugeStacks stacks;
  ASSERT_TRUE(stacks.works());
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end =
      verify_all(corpus_in({"a"}), options_for(faulty_backend("none"), 2), stopped, seen);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().rule(), "LIMIT-5");
  EXPECT_NE(end.error().message().find("cannot start a thread"), std::string::npos);
  EXPECT_TRUE(seen.runs.empty());
}

// Nobody waits for the late hello.
TEST(Verify, EndsWithoutAHelloIfItIsStoppedBefore) {
  const std::string folder = fresh_folder("stopped_at_hello");
  const std::string late = shell("touch \"" + folder + "/started\"; sleep 3; " + kSayHello + "read -r line");
  std::atomic<bool> stopped{false};
  std::thread stopper([&] {
    wait_until([&] { return fs::exists(folder + "/started"); });
    stopped = true;
  });
  Seen seen;
  const Result<VerifyEnd> end = verify_all(corpus_in({"a"}), options_for(late), stopped, seen);
  stopper.join();
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_TRUE(seen.hellos.empty());
  EXPECT_EQ(end.value().hello.name, "");
  EXPECT_FALSE(end.value().complete);
  EXPECT_EQ(end.value().starts, 1);
}

TEST(Verify, RecordsNoRunThatWasStopped) {
  const std::string folder = fresh_folder("stopped_in_a_run");
  std::atomic<bool> stopped{false};
  std::thread stopper([&] {
    wait_until([&] { return fs::exists(folder + "/pids"); });
    stopped = true;
  });
  Seen seen;
  const Result<VerifyEnd> end = verify_all(
      corpus_in({"a", "b"}), options_for(faulty_backend("sleeps_with_a_child", folder)), stopped, seen);
  stopper.join();
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_EQ(seen.hellos, Names{"faulty"});
  EXPECT_TRUE(seen.runs.empty());
  EXPECT_FALSE(end.value().complete);
  EXPECT_EQ(end.value().gave_up, "");
  EXPECT_EQ(end.value().starts, 1);
}

// The backend has crashed, so the next run would need another process.
TEST(Verify, StartsNoProcessAfterItWasStopped) {
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end = verify_all(corpus_in({"a", "b"}), options_for(faulty_backend("segfaults")),
                                           stopped, seen, [&]() -> Result<void> {
                                             stopped = true;
                                             return {};
                                           });
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_EQ(seen.outcomes, Names{"crashed"});
  EXPECT_EQ(end.value().starts, 1);
  EXPECT_FALSE(end.value().complete);
}

TEST(Verify, StartsAProcessAgainAfterACrash) {
  std::atomic<bool> stopped{false};
  Seen seen;
  const Result<VerifyEnd> end = verify_all(corpus_in({"0", "1", "3", "4"}),
                                           options_for(faulty_backend("dies_of_every_third")), stopped, seen);
  ASSERT_TRUE(end.ok()) << end.error().text();
  EXPECT_EQ(seen.outcomes, (Names{"crashed", "passed", "crashed", "passed"}));
  // After each crash, and once for the second crash, which happened in a used process.
  EXPECT_EQ(end.value().starts, 4);
  EXPECT_TRUE(end.value().complete);
}

}  // namespace
}  // namespace backedge
