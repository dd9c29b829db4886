#include "tools/cli/report_error.h"

#include <cstdio>

#include "tools/cli/json.h"

namespace backedge {

void report_error(const Error& error, bool json) {
  std::fprintf(stderr, "%s\n", (json ? json_line(json_of(error)) : error.text()).c_str());
}

int exit_code(const Result<void>& done, bool json) {
  if (!done.ok()) report_error(done.error(), json);
  return done.ok() ? 0 : 1;
}

int exit_code(const Result<int>& code) {
  if (!code.ok()) report_error(code.error(), false);
  return code.ok() ? code.value() : 1;
}

int exit_code(const Result<bool>& all_right) {
  if (!all_right.ok()) report_error(all_right.error(), false);
  return all_right.ok() && all_right.value() ? 0 : 1;
}

}  // namespace backedge
