#include "tools/cli/json.h"

#include "interpreter/base/safe_text.h"

namespace backedge {

std::string json_line(const OrderedJson& json) { return safe_text(json_text(json)); }

}  // namespace backedge
