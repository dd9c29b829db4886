#include "tools/cli/json.h"

#include "interpreter/base/safe_text.h"

namespace backedge {

std::string json_line(const Json& json) {
  return safe_text(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace backedge
