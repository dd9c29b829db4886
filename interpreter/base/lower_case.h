#pragma once

#include <string>
#include <string_view>

namespace backedge {

/// The text with a to z in place of A to Z, whatever the locale.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

}  // namespace backedge
