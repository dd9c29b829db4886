#pragma once

#include <string>
#include <string_view>

namespace backedge {

/// The SHA-256 of some bytes, as `sha256sum` prints it: 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace backedge
