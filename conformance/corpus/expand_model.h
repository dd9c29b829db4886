#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/corpus/case.h"
#include "interpreter/base/result.h"

namespace backedge {

/// The model of one run. {{name}} is replaced by the run's value. If the value is null, `
/// attribute="{{name}}"` is removed.
///
/// errors  CASE-1 a placeholder that is not a column; null for one that is not a whole attribute
Result<std::string> expand_model(std::string_view model, std::span<const std::string> columns,
                                 std::span<const ColumnValue> values);

/// errors  CASE-1 a placeholder that is not a column, a column without a placeholder
Result<void> check_placeholders(std::string_view model, std::span<const std::string> columns);

/// The name of a run, made of its values: "start_m1__end_none".
std::string run_name(std::span<const std::string> columns, std::span<const ColumnValue> values);

}  // namespace backedge
