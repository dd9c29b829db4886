#pragma once

#include <string_view>
#include <vector>

namespace backedge {

/// Whether a pattern matches the whole name. `*` matches any characters, `?` any single one, and `.` also
/// matches `/`.
bool matches(std::string_view pattern, std::string_view name);

/// Whether a pattern selects a run. The pattern may match its name, be `all`, or name without `*` a case or
/// folder that contains the run.
///
/// pattern  no slash at its end
bool selects(std::string_view pattern, std::string_view name);

/// Whether a filter selects a run. A filter has patterns between colons, and after a `-` the patterns of
/// runs to leave out.
///
/// The exclusions begin at the first `-` that is in one of these places:
///   - at the beginning of the filter or of a pattern: `-nested/*`, `my-area:-my-area/slow`;
///   - after a `*` or the pattern `all`: `*-nested/*`, `all-nested`;
///   - after a name that is repeated after it: `loop-loop/swap`.
/// Every other `-` is a character of a name: `my-area`, `all:-my-area`.
bool is_selected(std::string_view filter, std::string_view name);

/// The patterns of a filter, including those of the exclusions.
std::vector<std::string_view> patterns_of(std::string_view filter);

}  // namespace backedge
