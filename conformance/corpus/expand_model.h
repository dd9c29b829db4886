#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge {

/// The model of one run: {{name}} replaced by the run's value, and ` attribute="{{name}}"` by nothing where
/// the value is null.
///
/// errors  CASE-1 a placeholder that is no parameter; null for one that is not a whole attribute
Result<std::string> expand_model(std::string_view model, std::span<const std::string> parameters,
                                 std::span<const ParameterValue> values);

/// errors  CASE-1 a placeholder that is no parameter, a parameter without placeholder
Result<void> check_placeholders(std::string_view model, std::span<const std::string> parameters);

/// The name made of a run's values: "start_m1__end_none".
std::string run_name(std::span<const std::string> parameters, std::span<const ParameterValue> values);

}  // namespace backedge
