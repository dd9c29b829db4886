#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "interpreter/base/safe_text.h"

namespace backedge {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

/// One line of JSON, without its end. Bytes that are not UTF-8 become U+FFFD, and what safe_text escapes is escaped: a
/// terminal can show the line.
inline std::string json_line(const Json& json) {
  return safe_text(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace backedge
