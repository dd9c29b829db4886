#include "conformance/shrink/same_failure.h"

#include "conformance/complaint.h"
#include "conformance/verify_run.h"

namespace backedge {

Result<Verdict> verify_failing(Backend& backend, const Case& the_case, const CaseRun& run) {
  Verdict verdict = TRY(verify_run(backend, {.the_case = &the_case, .run = &run}));
  if (!verdict.passed() && verdict.outcome != Outcome::kSkipped) return verdict;
  Error error("BACKEND-2", name_of(the_case, run) +
                               " does not fail: " + std::string(name_of(verdict.outcome)));  // [BACKEND-2]
  if (!verdict.text.empty()) error = std::move(error).note(verdict.text);
  return error;
}

bool same_failure(const Verdict& a, const Verdict& b) {
  return a.outcome == b.outcome && complaint_of(a) == complaint_of(b);
}

}  // namespace backedge
