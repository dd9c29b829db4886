#include "tools/cli/suite_error.h"

#include <cstdio>

#include "conformance/verify/verify.h"
#include "tools/cli/report_error.h"

namespace backedge {

int report_suite_error(const Error& error, const char* advice) {
  report_error(error, false);
  if (!is_fault_of_suite(error)) return 1;
  std::fprintf(
      stderr,
      "The suite stopped because of its own fault, not because of the backend: the run has no verdict.\n"
      "%s",
      advice);
  return kFaultOfSuite;
}

int suite_exit_code(const Result<int>& code) {
  return code.ok() ? code.value() : report_suite_error(code.error());
}

}  // namespace backedge
