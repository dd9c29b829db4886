#pragma once

#include <string_view>
#include <vector>

namespace backedge {

/// Whether a pattern matches the whole of a name: `*` any characters, `?` any one, `.` also `/`.
bool matches(std::string_view pattern, std::string_view name);

/// Whether a pattern stands for a run: one that matches its name; `all`; a case or a folder, without `*`, that it is in.
///
/// pattern  no slash at its end
bool selects(std::string_view pattern, std::string_view name);

/// Whether a filter selects a run: patterns between colons, and behind a `-` those of runs that are left out.
///
/// The `-` that begins the exclusions is the first that stands
///   - at the beginning of the filter or of a pattern: `-nested/*`, `my-area:-my-area/slow`;
///   - behind a `*` or the pattern `all`: `*-nested/*`, `all-nested`;
///   - behind a name that is repeated after it: `loop-loop/swap`.
/// Every other `-` is a character of a name: `my-area`, `all:-my-area`.
bool is_selected(std::string_view filter, std::string_view name);

/// The patterns of a filter, those of the exclusions too.
std::vector<std::string_view> patterns_of(std::string_view filter);

}  // namespace backedge
