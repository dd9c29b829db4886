#pragma once

#include <set>
#include <string>
#include <vector>

namespace backedge {

/// Few patterns that match exactly these runs, case by case and in order: CASE/* where a case has no other, else `*` in place
/// of what the `__` or `_` between parts of the names separates.
///
/// wanted    names CASE/RUN
/// unwanted  the other names that a pattern could match; none of `wanted`
std::vector<std::string> compact_patterns(const std::set<std::string>& wanted,
                                          const std::set<std::string>& unwanted);

}  // namespace backedge
