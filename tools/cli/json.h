#pragma once

#include <string>

#include "interpreter/base/error.h"
#include "interpreter/json/write_json.h"

namespace backedge {

/// {"phase","rule","where","message"}
OrderedJson json_of(const Error& error);

/// json_text with everything that safe_text escapes escaped, so that a terminal can show the line.
std::string json_line(const OrderedJson& json);

}  // namespace backedge
