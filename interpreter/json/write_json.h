#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace backedge {

/// JSON to write: members keep their order.
using OrderedJson = nlohmann::ordered_json;

/// One line, without a line end. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(const OrderedJson& json);

}  // namespace backedge
