#pragma once

#include <chrono>

#include "interpreter/base/result.h"
#include "interpreter/exec/run_options.h"

namespace backedge {

/// How far a run is, held against its limits.
class Meter {
 public:
  explicit Meter(const RunOptions& options);

  /// Counts an iteration that is about to be run.
  ///
  /// errors  LIMIT-1 iterations
  Result<void> count_iteration();

  /// Counts work done; now and then looks at the clock and reports progress.
  ///
  /// elements  read and written
  /// errors    LIMIT-1 wall time
  Result<void> count_work(int64_t elements);

  int64_t iterations() const { return iterations_; }
  /// "after 1000 iterations, 2.5 s".
  std::string text() const;

 private:
  double seconds() const;
  Result<void> look_at_clock();

  const RunOptions& options_;
  std::chrono::steady_clock::time_point begin_;
  int64_t iterations_ = 0;
  int64_t work_ = 0;  // since the clock was last looked at
};

}  // namespace backedge
