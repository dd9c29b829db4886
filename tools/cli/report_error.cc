#include "tools/cli/report_error.h"

#include <cstdio>

#include "tools/cli/json.h"

namespace backedge {

std::string error_json(const Error& error) {
  return json_line({{"phase", name_of(error.phase())},
                    {"rule", error.rule()},
                    {"where", error.where()},
                    {"message", error.message()}});
}

void report_error(const Error& error, bool json) {
  std::fprintf(stderr, "%s\n", (json ? error_json(error) : error.text()).c_str());
}

}  // namespace backedge
