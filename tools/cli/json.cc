#include "tools/cli/json.h"

#include "interpreter/base/safe_text.h"

namespace backedge {

OrderedJson json_of(const Error& error) {
  return {{"phase", name_of(error.phase())},
          {"rule", error.rule()},
          {"where", error.where()},
          {"message", error.message()}};
}

std::string json_line(const OrderedJson& json) { return safe_text(json_text(json)); }

}  // namespace backedge
