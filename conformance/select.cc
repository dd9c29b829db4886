#include "conformance/select.h"

#include <algorithm>
#include <string>

namespace backedge {
namespace {

bool matches_any(std::string_view patterns, std::string_view name) {
  while (!patterns.empty()) {
    const size_t colon = std::min(patterns.find(':'), patterns.size());
    std::string pattern(patterns.substr(0, colon));
    patterns.remove_prefix(std::min(colon + 1, patterns.size()));
    std::replace(pattern.begin(), pattern.end(), '.', '/');
    while (pattern.ends_with('/')) pattern.pop_back();
    if (pattern.empty()) continue;
    if (matches(pattern, name)) return true;
    if (pattern.find('*') == pattern.npos && matches(pattern + "/*", name)) return true;
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
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
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
