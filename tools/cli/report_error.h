#pragma once

#include "interpreter/base/result.h"

namespace backedge {

/// Prints to the standard error why a model or an input was rejected.
///
/// json  one line {"phase","rule","where","message"} instead of the text for people
void report_error(const Error& error, bool json);

/// The exit code of a command: 0 or 1, or the code that it returned. Reports an error first.
int exit_code(const Result<void>& done, bool json = false);
int exit_code(const Result<bool>& all_right);
int exit_code(const Result<int>& code);

}  // namespace backedge
