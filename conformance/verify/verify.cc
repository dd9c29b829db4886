#include "conformance/verify/verify.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include "conformance/verify/start_threads.h"
#include "conformance/verify/verify_run.h"
#include "interpreter/base/number_text.h"
#include "interpreter/base/within_memory.h"

namespace backedge {
namespace {

constexpr int kMostStarts = 3;  // failed starts in a row

// The state that the threads share.
struct Shared {
  std::span<const SelectedRun> runs;
  const VerifyOptions& options;
  std::atomic<bool>& stopped;
  const std::function<Result<void>(const RunRecord&)>& record;
  std::atomic<size_t> next{0};
  std::mutex mutex;  // guards the members below, and calls of `record`
  size_t recorded = 0;
  int64_t starts = 0;
  int64_t timeouts = 0;  // the number of timeouts in a row
  int64_t failures = 0;
  std::string gave_up;
  std::string fault_at_bye;
  std::optional<Error> error;

  // Keeps the first error. After a stop, only a fault of the suite is one. The caller has locked the mutex.
  void fail(Error failure) {
    if (!error && (!stopped || is_fault_of_suite(failure))) error = std::move(failure);
    stopped = true;
  }
};

bool is_listed(const ExpectationList* list, const SelectedRun& run, Outcome outcome) {
  if (list == nullptr) return false;
  const Listing listing = hold_against(*list, run, outcome, false);
  return listing.entry != nullptr && !listing.surprise;
}

// Ends the verification if it makes no sense to continue: a backend that hangs would use its time limit for
// every run.
void count_failures(const RunRecord& record, Shared& shared) {
  const auto& [backend, list, jobs, max_timeouts, max_failures] = shared.options;
  const Outcome outcome = record.verdict.outcome;
  shared.timeouts = outcome == Outcome::kTimedOut ? shared.timeouts + 1 : 0;
  shared.failures += is_failure(outcome, record.run.run->survey) && !is_listed(list, record.run, outcome);
  if (max_timeouts > 0 && shared.timeouts >= max_timeouts) {
    shared.gave_up = counted(max_timeouts, "run") + " in a row timed out: see --max-timeouts";
  } else if (max_failures > 0 && shared.failures >= max_failures) {
    shared.gave_up = counted(max_failures, "run") + " failed: see --max-failures";
  }
  if (!shared.gave_up.empty()) shared.stopped = true;
}

// Does one run after the other, until none is left or an error occurs that belongs to no run.
Result<void> work_through(ProcessBackend& backend, Shared& shared) {
  for (;;) {
    const size_t k = shared.next++;
    if (k >= shared.runs.size() || shared.stopped) return {};
    const Hello hello = TRY(start_backend(backend, shared.stopped));
    const RunRecord record =
        TRY(verify_one(backend, hello, shared.runs[k], shared.options.list, shared.stopped));
    const std::lock_guard lock(shared.mutex);
    if (shared.stopped) return {};  // stopping may have caused its verdict
    Result<void> recorded = shared.record(record);
    if (!recorded.ok()) {
      shared.fail(recorded.take_error());
      return {};
    }
    ++shared.recorded;
    count_failures(record, shared);
  }
}

void work(ProcessBackend& backend, Shared& shared) {
  Result<void> done = within_memory([&] { return work_through(backend, shared); });
  if (done.ok()) backend.stop();
  const std::lock_guard lock(shared.mutex);
  shared.starts += backend.starts();
  if (shared.fault_at_bye.empty()) shared.fault_at_bye = backend.fault_at_bye();
  if (!done.ok()) shared.fail(done.take_error());
}

// Verifies every part of a run in the current process.
Result<Verdict> verify_here(ProcessBackend& backend, const Hello& hello, const SelectedRun& run) {
  const std::string feature = missing_feature(hello, *run.test_case);
  if (!feature.empty())
    return Verdict{.outcome = Outcome::kSkipped, .text = "skipped: the backend has no " + feature};
  SelectedRun possible = run;
  if (run.pair != nullptr && !missing_feature(hello, *run.pair).empty()) possible.pair = nullptr;
  return verify_run(backend, possible);
}

}  // namespace

Result<Hello> start_backend(ProcessBackend& backend, const std::atomic<bool>& stopped) {
  Result<Hello> hello = backend.start();
  for (int k = 1; k < kMostStarts && !hello.ok() && !stopped; ++k) {  // [BACKEND-1]
    backend.take_errors();
    hello = backend.start();
  }
  if (!hello.ok()) {
    std::string errors = backend.take_errors();
    errors.erase(errors.find_last_not_of('\n') + 1);
    if (!errors.empty()) return hello.take_error().note("its standard error: " + errors);
  }
  return hello;
}

std::string missing_feature(const Hello& hello, const TestCase& test_case) {
  if (hello.features.empty()) return "";
  for (const std::string& feature : test_case.features) {
    if (std::find(hello.features.begin(), hello.features.end(), feature) == hello.features.end())
      return feature;
  }
  return "";
}

Result<RunRecord> verify_one(ProcessBackend& backend, const Hello& hello, const SelectedRun& run,
                             const ExpectationList* list, const std::atomic<bool>& stopped) {
  const auto begin = std::chrono::steady_clock::now();
  const int64_t models_before = backend.loads();
  RunRecord record{.run = run};
  record.verdict = TRY(verify_here(backend, hello, run));
  record.errors = backend.take_errors();
  const Outcome there = record.verdict.outcome;
  const bool settled = there == Outcome::kPassed || there == Outcome::kSkipped || is_listed(list, run, there);
  if (models_before > 0 && !settled && !stopped) {
    backend.stop();
    backend.take_errors();
    const Hello again = TRY(start_backend(backend, stopped));
    Verdict fresh = TRY(verify_here(backend, again, run));
    std::string errors = backend.take_errors();
    if (fresh.outcome != there) {
      fresh.observations.push_back({.moment = Observation::Moment::kUsedProcess,
                                    .inference = record.verdict.inference,
                                    .outcome = there,
                                    .text = "in a process that had loaded " +
                                            counted(models_before, "model") +
                                            " before: " + record.verdict.text,
                                    .counts = false});
      errors = record.errors + errors;
    }
    record.verdict = std::move(fresh);
    record.errors = std::move(errors);
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return record;
}

bool is_fault_of_suite(const Error& error) {
  return error.rule() == "CASE-1" || error.rule() == "FILE-1" || error.rule() == "LIMIT-5";
}

Result<VerifyEnd> verify(std::span<const SelectedRun> runs, const VerifyOptions& options,
                         std::atomic<bool>& stopped, const std::function<Result<void>(const Hello&)>& begin,
                         const std::function<Result<void>(const RunRecord&)>& record) {
  ProcessBackendOptions backend_options = options.backend;
  backend_options.stopped = &stopped;
  VerifyEnd end;
  Shared shared{.runs = runs, .options = options, .stopped = stopped, .record = record};
  {
    ProcessBackend first(backend_options);
    Result<Hello> hello = start_backend(first, stopped);
    end.starts = first.starts();
    if (!hello.ok() && stopped) return end;
    end.hello = TRY(std::move(hello));
    TRY(begin(end.hello));
    std::vector<std::thread> threads;
    const auto work_in_thread = [&] {
      ProcessBackend backend(backend_options);
      backend.expect(end.hello);
      work(backend, shared);
    };
    Result<void> started = start_threads(options.jobs - 1, work_in_thread, threads);
    if (!started.ok()) {
      const std::lock_guard lock(shared.mutex);
      shared.fail(started.take_error());
    }
    work(first, shared);
    for (std::thread& thread : threads) thread.join();
    end.starts = shared.starts;
    end.fault_at_bye = shared.fault_at_bye;
  }
  if (shared.error) return *std::move(shared.error);
  end.gave_up = shared.gave_up;
  end.complete = shared.recorded == runs.size();
  return end;
}

}  // namespace backedge
