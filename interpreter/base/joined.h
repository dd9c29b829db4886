#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace backedge {

/// "a, b, c": the texts of the items, with `between` between two of them.
template <class Items, class TextOf = std::identity>
std::string joined(const Items& items, std::string_view between = ", ", const TextOf& text_of = {}) {
  std::string text;
  bool is_first = true;
  for (const auto& item : items) {
    if (!std::exchange(is_first, false)) text += between;
    text += text_of(item);
  }
  return text;
}

}  // namespace backedge
