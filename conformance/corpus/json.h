#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/corpus/patience.h"
#include "conformance/corpus/read_text.h"
#include "interpreter/base/result.h"

/// JSON that others have written: what is not as it should be is an error.  (CASE-1)
namespace backedge {

using Json = nlohmann::json;

/// Reads JSON in time and memory that are linear in its length.
///
/// patience  looked at every thousand values; nullptr: without end
/// most      the most values that there may be; objects, lists and names of members count as values
/// errors    CASE-1 not JSON, nested more than 64 deep, an object with a member twice, no patience left,
///           too many values
Result<Json> parse_json(std::string_view text, const Patience* patience = nullptr, int64_t most = INT64_MAX);

/// For people: a string as an excerpt; "a list of 3".
std::string excerpt_of(const Json& json);

/// The member `key`; nullptr where there is none, or it is null.
const Json* find(const Json& object, const char* key);

/// errors  CASE-1 not an object, or a member that `keys` does not list
Result<void> check_keys(const Json& object, std::initializer_list<std::string_view> keys);

/// errors  CASE-1 no string, or empty
Result<std::string> read_string(const Json& object, const char* key);
/// A list of strings; empty where there is none.
Result<std::vector<std::string>> read_strings(const Json& object, const char* key);

}  // namespace backedge
