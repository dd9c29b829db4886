#include "interpreter/exec/meter.h"

#include "interpreter/base/seconds_text.h"

namespace backedge {
namespace {

constexpr int64_t kWorkOfANode = 64;

}  // namespace

Meter::Meter(const RunOptions& options) : options_(options), deadline_(options.limits.max_seconds) {}

std::string Meter::text() const {
  return "after " + std::to_string(iterations_) + (iterations_ == 1 ? " iteration, " : " iterations, ") +
         seconds_text(deadline_.elapsed_seconds());
}

Result<void> Meter::count_iteration() {
  const int64_t most = options_.limits.max_iterations;
  if (iterations_ >= most)  // [LIMIT-1]
    return Error("LIMIT-1", "the limit of " + std::to_string(most) + " iterations is reached");
  ++iterations_;
  return {};
}

Result<void> Meter::count_work(int64_t elements) {
  work_ += kWorkOfANode + elements;
  if (work_ < Deadline::kWorkBetweenLooks && !deadline_.over()) return {};
  work_ = 0;
  if (options_.progress) options_.progress(iterations_);
  if (!deadline_.look()) return {};
  return time_is_over(deadline_);
}

}  // namespace backedge
