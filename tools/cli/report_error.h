#pragma once

#include <string>

#include "interpreter/base/error.h"

namespace backedge {

/// The exit code of `verify` where the suite itself or its machine is at fault: docs/errors.md.
inline constexpr int kFaultOfSuite = 3;

/// Says on the standard error why a model or an input was rejected.
///
/// json  one line {"phase","rule","where","message"} instead of the text for people
void report_error(const Error& error, bool json);

/// That line, without its end.
std::string error_json(const Error& error);

}  // namespace backedge
