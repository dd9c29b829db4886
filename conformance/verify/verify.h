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
  const ExpectationList* list = nullptr;  // a listed failure is not verified again; null if there is no list
  int64_t jobs = 1;                       // number of processes at a time
  int64_t max_timeouts = 30;              // it ends after this many timeouts in a row; 0: no limit
  int64_t max_failures = 0;               // it ends after this many that are not listed; 0: no limit
};

/// A run with its verdict.
struct RunRecord {
  SelectedRun run;
  Verdict verdict;
  double seconds = 0;
  std::string errors;  // the backend's standard error during the run, or the end of it
};

struct VerifyEnd {
  Hello hello;
  int64_t starts = 0;        // number of processes that were started
  bool complete = false;     // every run has its verdict
  std::string gave_up;       // why it ended early; empty if it did not decide to
  std::string fault_at_bye;  // see ProcessBackend
};

/// Starts a backend unless it runs, in up to three attempts.
///
/// errors  BACKEND-1, with its standard error; FILE-1
Result<Hello> start_backend(ProcessBackend& backend, const std::atomic<bool>& stopped);

/// A feature of the case that the backend does not have, according to its hello; "" if there is none.
std::string missing_feature(const Hello& hello, const TestCase& test_case);

/// Verifies a run with a backend that has started. A run is skipped if it needs a feature that the backend
/// does not have. If it does not pass in a process that has loaded models before, it is verified again in a
/// new process. Then the new result is the verdict:
/// docs/results_format.md#which-observation-gives-the-verdict
///
/// list    its entries were found in new processes, so a listed failure is not verified again; null if
///         there is no list
/// errors  those of verify_run; BACKEND-1 the new process does not start
Result<RunRecord> verify_one(ProcessBackend& backend, const Hello& hello, const SelectedRun& run,
                             const ExpectationList* list, const std::atomic<bool>& stopped);

/// Whether an error of this file's functions is a fault of the suite or its machine, so that the backend is
/// not to blame.
bool is_fault_of_suite(const Error& error);

/// Verifies every run with a backend.
///
/// begin    called once, before the first record; its error ends everything
/// record   called for each finished run, one at a time, from threads of this function; its error ends
///          everything
/// stopped  when it is true, unfinished runs are left out; it becomes true when the function gives up
/// errors   BACKEND-1 the backend does not start, or cannot be restarted; those of verify_run, `begin` and
///          `record`. Runs that are already recorded stay recorded.
Result<VerifyEnd> verify(std::span<const SelectedRun> runs, const VerifyOptions& options,
                         std::atomic<bool>& stopped, const std::function<Result<void>(const Hello&)>& begin,
                         const std::function<Result<void>(const RunRecord&)>& record);

}  // namespace backedge
