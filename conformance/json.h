#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/base/result.h"

/// JSON that others have written: what is not as it should be is an error.  (CASE-1)
namespace backedge {

using Json = nlohmann::json;

/// The error of a file of the corpus.
Error corpus_error(std::string message);

/// errors  CASE-1 not JSON, or nested more than 64 deep
Result<Json> parse_json(std::string_view text);
/// The same of a line of the protocol, which nobody has checked before.
///
/// errors  CASE-1 also where an object has a member twice
Result<Json> parse_message(std::string_view text);

/// The text of a regular file.
///
/// errors  CASE-1
Result<std::string> read_text(const std::string& file);

/// The member `key`; nullptr where there is none, or it is null.
const Json* find(const Json& object, const char* key);

/// errors  CASE-1 not an object, or a member that `keys` does not list
Result<void> check_keys(const Json& object, std::initializer_list<std::string_view> keys);

/// errors  CASE-1 no string, or empty
Result<std::string> read_string(const Json& object, const char* key);
/// A list of strings; empty where there is none.
Result<std::vector<std::string>> read_strings(const Json& object, const char* key);

}  // namespace backedge
