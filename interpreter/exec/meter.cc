#include "interpreter/exec/meter.h"

#include "interpreter/base/seconds_text.h"

namespace backedge {

Meter::Meter(const RunOptions& options) : options_(options), deadline_(options.limits.max_seconds) {}

std::string Meter::text() const {
  return "after " + std::to_string(iterations_) + (iterations_ == 1 ? " iteration, " : " iterations, ") +
         seconds_text(deadline_.elapsed_seconds());
}

Error Meter::too_many_iterations() const {
  return Error("LIMIT-1", "the limit of " + std::to_string(options_.limits.max_iterations) +  // [LIMIT-1]
                              " iterations is reached");
}

Result<void> Meter::look() {
  work_ = 0;
  if (options_.progress) options_.progress(iterations_);
  if (!deadline_.look()) return {};
  return time_is_over(deadline_);
}

}  // namespace backedge
