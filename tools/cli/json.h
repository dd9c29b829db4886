#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace backedge {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

/// One line of JSON, without its end. Bytes that are not UTF-8 become U+FFFD, and what safe_text escapes is escaped: a
/// terminal can show the line.
std::string json_line(const Json& json);

}  // namespace backedge
