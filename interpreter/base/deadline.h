#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include "interpreter/base/error.h"

namespace backedge {

/// A limit of wall time, or of work. Long work counts what it does, and the clock is read from time to time.
///
/// When the time is over, the work stops and leaves its result unfinished. The stage that owns the Deadline
/// then reports LIMIT-1 and drops the result.
class Deadline {
 public:
  /// Work between two looks at the clock, in elements. It takes some microseconds, so the clock costs
  /// nothing measurable.
  static constexpr int64_t kWorkBetweenLooks = 16384;

  /// seconds  the time that is left, from now on
  explicit Deadline(double seconds = std::numeric_limits<double>::infinity());
  /// A limit of work that does not depend on the time, in elements, up to kWorkBetweenLooks more.
  static Deadline of_work(int64_t most);

  /// Counts work, in elements read or written. Returns whether the time is over; then the caller must stop.
  bool passed(int64_t work) {
    work_ += work;
    return work_ >= kWorkBetweenLooks && look();
  }

  /// Calls block(begin, end) for short pieces of [0, count), in order, until the time is over.
  ///
  /// work_of_each  the cost of one of the `count` steps, in elements
  template <class Block>
  void in_blocks(int64_t count, int64_t work_of_each, Block&& block) {
    const int64_t most = std::max<int64_t>(kWorkBetweenLooks / std::max<int64_t>(work_of_each, 1), 1);
    for (int64_t begin = 0; begin < count; begin += most) {
      const int64_t end = std::min(begin + most, count);
      block(begin, end);
      if (passed((end - begin) * work_of_each)) return;
    }
  }
  template <class Block>
  void in_blocks(int64_t count, Block&& block) {
    in_blocks(count, 1, block);
  }

  /// Whether the time was over when the clock was last looked at.
  bool over() const { return over_; }
  /// Looks at the clock; returns over().
  bool look();
  /// The time since the Deadline was made.
  double elapsed_seconds() const;
  double limit_seconds() const { return limit_; }

 private:
  std::chrono::steady_clock::time_point begin_;
  double limit_;
  int64_t work_left_ = std::numeric_limits<int64_t>::max();  // when the clock was last looked at
  int64_t work_ = 0;                                         // since then
  bool over_ = false;
};

/// The error of a run whose time is over.  (LIMIT-1)
Error time_is_over(const Deadline& deadline);

}  // namespace backedge
