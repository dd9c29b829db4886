#pragma once

#include <string>

#include "interpreter/json/write_json.h"

namespace backedge {

/// json_text with everything that safe_text escapes escaped, so that a terminal can show the line.
std::string json_line(const OrderedJson& json);

}  // namespace backedge
