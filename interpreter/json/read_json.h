#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "interpreter/base/result.h"

namespace backedge {

using Json = nlohmann::json;

struct JsonLimits {
  int64_t most_values = INT64_MAX;     // objects, lists and names of members count as values
  std::function<bool()> is_over = {};  // checked after every thousand values; empty: no limit of time
};

/// Reads JSON that others have written, in time and memory that are linear in its length.
///
/// errors  phase read: `rule` not JSON, nested more than 64 deep, an object with a member twice, past a limit
Result<Json> read_json(std::string_view text, std::string_view rule, const JsonLimits& limits = {});

}  // namespace backedge
