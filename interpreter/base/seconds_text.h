#pragma once

#include <string>

namespace backedge {

/// "2.5 s": a duration of at least 0, cut to tenths.
std::string seconds_text(double seconds);

}  // namespace backedge
