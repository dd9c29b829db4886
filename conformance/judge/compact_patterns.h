#pragma once

#include <set>
#include <string>
#include <vector>

namespace backedge {

/// A few patterns that match exactly these runs, case by case and in order. If a case has no other runs,
/// its pattern is CASE/*. Otherwise a `*` replaces parts of the names, which `__` or `_` separate.
///
/// wanted    names CASE/RUN
/// unwanted  the other names that a pattern could match; it shares no name with `wanted`
std::vector<std::string> compact_patterns(const std::set<std::string>& wanted,
                                          const std::set<std::string>& unwanted);

}  // namespace backedge
