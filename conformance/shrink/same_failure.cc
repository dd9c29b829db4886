#include "conformance/shrink/same_failure.h"

#include "conformance/judge/complaint.h"
#include "conformance/verify/verify_run.h"

namespace backedge::shrink {

Result<void> check_format(const TestCase& test_case, const CaseRun& run) {
  if (test_case.format.name == kOpenvinoIr.name || test_case.format.name == kOnnx.name) return {};
  return Error("BACKEND-2", name_of(test_case, run) + " is a model in the format " +
                                std::string(test_case.format.name) + ", not in " +
                                std::string(kOpenvinoIr.name) + " or " +
                                std::string(kOnnx.name))  // [BACKEND-2]
      .note("backedge convert writes a model as OpenVINO IR, for a backend that reads it");
}

Result<Verdict> verify_failing(Backend& backend, const TestCase& test_case, const CaseRun& run) {
  const auto fails = [](const Verdict& verdict) {
    return !verdict.passed() && verdict.outcome != Outcome::kSkipped;
  };
  const bool used = backend.loads() > 0;
  Verdict verdict = TRY(verify_run(backend, {.test_case = &test_case, .run = &run}));
  if (used && fails(verdict)) {  // an earlier run may be the cause
    backend.stop();
    verdict = TRY(verify_run(backend, {.test_case = &test_case, .run = &run}));
  }
  if (fails(verdict)) return verdict;
  Error error("BACKEND-2", name_of(test_case, run) +
                               " does not fail: " + std::string(name_of(verdict.outcome)));  // [BACKEND-2]
  if (!verdict.text.empty()) error = std::move(error).note(verdict.text);
  return error;
}

bool same_failure(const Verdict& a, const Verdict& b) {
  return a.outcome == b.outcome && complaint_of(a) == complaint_of(b);
}

}  // namespace backedge::shrink
