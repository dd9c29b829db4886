#pragma once

#include <span>
#include <string>
#include <string_view>

namespace backedge {

/// The name that is most like a word; "" where none is like it, that is, where more than a third of the word's letters would have
/// to be changed, added or left out.
std::string nearest_name(std::string_view word, std::span<const std::string_view> names);

}  // namespace backedge
