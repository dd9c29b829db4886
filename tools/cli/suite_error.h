#pragma once

#include "interpreter/base/result.h"

namespace backedge {

/// The exit code of a command that asks a backend, if the suite itself or its machine is at fault:
/// docs/errors.md.
inline constexpr int kFaultOfSuite = 3;

/// Reports why a command that asks a backend has stopped. Returns its exit code.
///
/// advice  what to do after a fault of the suite is fixed: a line, or nothing
int report_suite_error(const Error& error, const char* advice = "");

/// The exit code that a command returned, or that of its error.
int suite_exit_code(const Result<int>& code);

}  // namespace backedge
