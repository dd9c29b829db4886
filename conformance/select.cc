#include "conformance/select.h"

#include <algorithm>

namespace backedge {
namespace {

// A dot of a pattern stands for "/", as in GoogleTest's names.
bool fits(char of_pattern, char of_name) {
  return of_pattern == '?' || of_pattern == of_name || (of_pattern == '.' && of_name == '/');
}

bool matches_any(std::string_view patterns, std::string_view name) {
  while (!patterns.empty()) {
    const size_t colon = std::min(patterns.find(':'), patterns.size());
    std::string_view pattern = patterns.substr(0, colon);
    patterns.remove_prefix(std::min(colon + 1, patterns.size()));
    while (pattern.ends_with('/') || pattern.ends_with('.')) pattern.remove_suffix(1);
    if (pattern.empty()) continue;
    if (matches(pattern, name)) return true;
    const size_t size = pattern.size();
    const bool in_folder = size < name.size() && name[size] == '/' && pattern.find('*') == pattern.npos;
    if (in_folder && matches(pattern, name.substr(0, size))) return true;
  }
  return false;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view name) {
  // Greedy, with one place to come back to: the last star, and how much of the name it has taken.
  size_t p = 0, n = 0, star = pattern.npos, taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && fits(pattern[p], name[n])) {
      ++p;
      ++n;
    } else if (star != pattern.npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

bool is_selected(std::string_view filter, std::string_view name) {
  const size_t dash = std::min(filter.find('-'), filter.size());
  const std::string_view wanted = filter.substr(0, dash),
                         unwanted = filter.substr(std::min(dash + 1, filter.size()));
  return (wanted.empty() ? dash < filter.size() : matches_any(wanted, name)) && !matches_any(unwanted, name);
}

}  // namespace backedge
