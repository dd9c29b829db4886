#pragma once

#include <span>
#include <string>
#include <string_view>

namespace backedge {

/// The name that is most like a word, or "" if none is like it. A name is not like the word if more than a
/// third of the word's letters must be changed, added or removed.
std::string nearest_name(std::string_view word, std::span<const std::string_view> names);

}  // namespace backedge
