#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace backedge {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

/// A value as one line of JSON, without a line end. Bytes that are not UTF-8 become U+FFFD, and everything
/// that safe_text escapes is escaped, so that a terminal can show the line.
std::string json_line(const Json& json);

}  // namespace backedge
