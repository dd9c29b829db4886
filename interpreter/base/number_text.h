#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace backedge {

/// The shortest decimal that is read as the same double, whatever the locale.
inline std::string number_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

/// A decimal digit, whatever the locale.
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "1 run", "2 runs"
inline std::string counted(int64_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

}  // namespace backedge
