#include "interpreter/base/seconds_text.h"

#include <cmath>
#include <cstdint>

namespace backedge {

std::string seconds_text(double seconds) {
  const auto tenths = static_cast<int64_t>(std::floor(seconds * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

}  // namespace backedge
