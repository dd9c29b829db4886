#include "interpreter/base/deadline.h"

#include <cmath>
#include <string>

namespace backedge {

Deadline::Deadline(double seconds) : begin_(std::chrono::steady_clock::now()), limit_(seconds) {}

double Deadline::elapsed_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool Deadline::look() {
  over_ = over_ || elapsed_seconds() >= limit_;
  work_ = over_ ? kWorkBetweenLooks : 0;  // once over, every call of `passed` says so
  return over_;
}

Error time_is_over(const Deadline& deadline) {
  const auto tenths = static_cast<int64_t>(std::floor(deadline.limit_seconds() * 10));
  return Error("LIMIT-1", "the limit of " + std::to_string(tenths / 10) + "." +
                              std::to_string(tenths % 10) +  // [LIMIT-1]
                              " s of wall time is reached");
}

}  // namespace backedge
