#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace backedge {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

/// One line of JSON, without its end; bytes that are not UTF-8 become U+FFFD.
inline std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace backedge
