#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "conformance/generate/generate_case.h"
#include "conformance/generate/root_causes.h"
#include "conformance/generate/statistics.h"
#include "conformance/results/results.h"
#include "conformance/shrink/shrink.h"
#include "conformance/verify/process_backend.h"

namespace backedge::generate {

struct FuzzOptions {
  ProcessBackendOptions backend;
  uint64_t seed = 0;   // the seed of the series
  int64_t count = 0;   // the number of models; 0: until stopped
  double minutes = 0;  // 0: until stopped
  int64_t jobs = 1;
  std::vector<std::string> without;  // models with one of these features are left out
  backedge::shrink::ShrinkOptions shrink = {.max_runs = 1000, .max_seconds = 60};  // for each failure
};

/// The first model of its kind that fails.
struct FuzzFailure {
  const GeneratedCase& generated;
  const Verdict& verdict;
  const shrink::Shrunk* shrunk;  // null if it could not be shrunk
  const RootCause& cause;
};

struct FuzzEnd {
  Hello hello;
  int64_t starts = 0;    // number of processes that were started
  int64_t left_out = 0;  // number of models that `without` excludes
  int64_t problems = 0;  // number of models for which the interpreter is wrong
  OutcomeCounts counts;  // outcomes of the models that were run
  Statistics statistics;
  RootCauses causes;
};

/// Runs generated models on a backend, until it is stopped or all models are done. The memory in use does
/// not grow with the number of models.
///
/// progress  called after each model, with the numbers of models and of root causes
/// failed    called for the first failure of each root cause
/// errors    BACKEND-1 the backend does not start, or cannot be started again; FILE-1
Result<FuzzEnd> fuzz(const FuzzOptions& options, std::atomic<bool>& stopped,
                     const std::function<void(int64_t models, int64_t causes)>& progress,
                     const std::function<Result<void>(const FuzzFailure&)>& failed);

}  // namespace backedge::generate
