#include "interpreter/base/deadline.h"

#include <string>

#include "interpreter/base/number_text.h"

namespace backedge {

Deadline::Deadline(double seconds) : begin_(std::chrono::steady_clock::now()), limit_(seconds) {}

Deadline Deadline::of_work(int64_t most) {
  Deadline deadline;
  deadline.work_left_ = most;
  return deadline;
}

double Deadline::elapsed_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool Deadline::look() {
  if (!over_) work_left_ -= std::min(work_, work_left_);
  over_ = over_ || work_left_ == 0 || elapsed_seconds() >= limit_;
  work_ = over_ ? kWorkBetweenLooks : 0;  // when the time is over, every call of `passed` says so
  return over_;
}

Error time_is_over(const Deadline& deadline) {
  return Error("LIMIT-1",  // [LIMIT-1]
               "the limit of " + number_text(deadline.limit_seconds()) + " s of wall time is reached");
}

}  // namespace backedge
