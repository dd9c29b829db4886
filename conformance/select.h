#pragma once

#include <string_view>

namespace backedge {

/// Whether a pattern matches the whole of a name: `*` any characters, `?` any one, `.` also `/`.
bool matches(std::string_view pattern, std::string_view name);

/// The same of a filter as GoogleTest writes it: patterns between colons, and behind a `-` those of names that
/// are left out. A pattern without `*` that is a case or a folder stands for everything in it.
bool is_selected(std::string_view filter, std::string_view name);

}  // namespace backedge
