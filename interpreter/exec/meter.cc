#include "interpreter/exec/meter.h"

#include "interpreter/base/number_text.h"
#include "interpreter/base/seconds_text.h"

namespace backedge {

Meter::Meter(const RunOptions& options) : options_(options), deadline_(options.limits.max_seconds) {}

std::string Meter::text() const {
  return "after " + counted(iterations_, "iteration") + ", " + seconds_text(deadline_.elapsed_seconds());
}

Error Meter::too_many_iterations() const {
  const std::string most = counted(options_.limits.max_iterations, "iteration");
  return Error("LIMIT-1", "the limit of " + most + " is reached");  // [LIMIT-1]
}

Result<void> Meter::look() {
  work_ = 0;
  if (options_.progress) options_.progress(iterations_);
  if (!deadline_.look()) return {};
  return time_is_over(deadline_);
}

}  // namespace backedge
