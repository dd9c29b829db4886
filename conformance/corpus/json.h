#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/patience.h"
#include "conformance/corpus/read_text.h"
#include "interpreter/json/read_json.h"

/// Readers of JSON that others have written. Everything unexpected is an error.  (CASE-1)
namespace backedge {

/// Reads JSON: see read_json.
///
/// patience  nullptr: no limit
/// most      the most values that are allowed
/// errors    CASE-1
Result<Json> parse_json(std::string_view text, const Patience* patience = nullptr, int64_t most = INT64_MAX);

/// For messages: a string as an excerpt; "a list of 3".
std::string excerpt_of(const Json& json);

/// The member `key`; nullptr if it is missing or null.
const Json* find(const Json& object, const char* key);

/// errors  CASE-1 not an object, or it has a member that `keys` does not list
Result<void> check_keys(const Json& object, std::initializer_list<std::string_view> keys);

/// errors  CASE-1 not a string, or empty
Result<std::string> read_string(const Json& object, const char* key);
/// A list of strings; empty if it is missing.
Result<std::vector<std::string>> read_strings(const Json& object, const char* key);

}  // namespace backedge
