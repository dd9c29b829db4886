#pragma once

#include <atomic>
#include <functional>
#include <span>

#include "conformance/corpus/corpus.h"
#include "conformance/judge/expectations.h"
#include "conformance/judge/verdict.h"
#include "conformance/verify/process_backend.h"

namespace backedge {

struct VerifyOptions {
  ProcessBackendOptions backend;
  const ExpectationList* list = nullptr;  // runs that fail as it says are not asked for again; null: none
  int64_t jobs = 1;                       // processes at once
  int64_t max_timeouts = 30;              // runs one after the other, with which it ends; 0: no limit
  int64_t max_failures = 0;               // runs that fail, with which it ends; 0: no limit
};

/// A run that has its verdict.
struct RunRecord {
  SelectedRun run;
  Verdict verdict;
  double seconds = 0;
  std::string errors;  // what the backend wrote to standard error meanwhile, or the end of it
};

struct VerifyEnd {
  Hello hello;
  int64_t starts = 0;     // of processes
  bool complete = false;  // every run has its verdict
  std::string gave_up;    // why it ended before; empty: for no reason of its own
};

/// Starts a backend that does not run, in three attempts.
///
/// errors  BACKEND-1, with what it wrote to standard error; FILE-1
Result<Hello> start_backend(ProcessBackend& backend, const std::atomic<bool>& stopped);

/// A feature of the case that a backend says it has not; "" if there is none.
std::string missing_feature(const Hello& hello, const TestCase& test_case);

/// A run against a backend that has started. One that needs what the backend says it has not is skipped. One that does
/// not pass in a process that has loaded models before is asked for again in a fresh process, and what comes of it there is
/// the verdict: docs/results_format.md#which-observation-gives-the-verdict
///
/// list    its entries were found in fresh processes: a run that fails as one says is not asked for again; null: none
/// errors  those of verify_run; BACKEND-1 the fresh process does not start
Result<RunRecord> verify_one(ProcessBackend& backend, const Hello& hello, const SelectedRun& run,
                             const ExpectationList* list, const std::atomic<bool>& stopped);

/// Whether an error of this file's functions is a fault of the suite or its machine: no backend is to blame.
bool is_fault_of_suite(const Error& error);

/// Every run against a backend.
///
/// begin    called once, before the first record; its error ends everything
/// record   called for each run as it is done, one at a time, from threads of this function; its error ends everything
/// stopped  once it is true, runs that are not done are left out; it becomes true when the function gives up
/// errors   BACKEND-1 the backend does not start, or at some time not any more; those of verify_run, `begin` and
///          `record`. What is recorded stays.
Result<VerifyEnd> verify(std::span<const SelectedRun> runs, const VerifyOptions& options,
                         std::atomic<bool>& stopped, const std::function<Result<void>(const Hello&)>& begin,
                         const std::function<Result<void>(const RunRecord&)>& record);

}  // namespace backedge
