#pragma once

#include <charconv>
#include <string>

namespace backedge {

/// The shortest decimal that is read as the same double, whatever the locale.
inline std::string number_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

}  // namespace backedge
