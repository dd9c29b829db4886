#pragma once

#include "interpreter/base/deadline.h"
#include "interpreter/base/result.h"
#include "interpreter/exec/run_options.h"

namespace backedge {

/// Compares what a run has used with its limits.
class Meter {
 public:
  explicit Meter(const RunOptions& options);

  /// Counts an iteration that is about to be run.
  ///
  /// errors  LIMIT-1 iterations
  Result<void> count_iteration() {
    if (iterations_ >= options_.limits.max_iterations) return too_many_iterations();  // [LIMIT-1]
    ++iterations_;
    return {};
  }

  /// Counts work. From time to time it looks at the clock and reports progress.
  ///
  /// elements  read and written
  /// errors    LIMIT-1 wall time
  Result<void> count_work(int64_t elements) {
    work_ += kWorkOfANode + elements;
    if (work_ < Deadline::kWorkBetweenLooks && !deadline_.over()) return {};
    return look();
  }

  /// The limit of wall time, for work inside one operation. The next count_work reports that the time is over.
  Deadline& deadline() { return deadline_; }
  /// "after 1000 iterations, 2.5 s".
  std::string text() const;

 private:
  static constexpr int64_t kWorkOfANode = 64;

  Error too_many_iterations() const;
  Result<void> look();

  const RunOptions& options_;
  Deadline deadline_;
  int64_t iterations_ = 0;
  int64_t work_ = 0;  // since progress was last reported
};

}  // namespace backedge
