#include "interpreter/json/write_json.h"

namespace backedge {

std::string json_text(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace backedge
