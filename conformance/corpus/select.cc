#include "conformance/corpus/select.h"

#include <algorithm>

namespace backedge {
namespace {

constexpr std::string_view kAll = "all";

// A dot in a pattern also matches "/", because GoogleTest writes names like this.
bool fits(char of_pattern, char of_name) {
  return of_pattern == '?' || of_pattern == of_name || (of_pattern == '.' && of_name == '/');
}

// The patterns of a list between colons, without dashes before them and slashes at their ends.
std::vector<std::string> split_patterns(std::string_view list) {
  std::vector<std::string> patterns;
  while (!list.empty()) {
    const size_t colon = std::min(list.find(':'), list.size());
    std::string_view pattern = list.substr(0, colon);
    list.remove_prefix(std::min(colon + 1, list.size()));
    while (pattern.ends_with('/') || pattern.ends_with('.')) pattern.remove_suffix(1);
    while (pattern.starts_with('-')) pattern.remove_prefix(1);  // each exclusion may have one
    if (!pattern.empty()) patterns.emplace_back(pattern);
  }
  return patterns;
}

bool any_selects(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [name](const std::string& pattern) { return selects(pattern, name); });
}

// Whether a name before a dash is repeated after it, so that the second pattern excludes a part of the
// first one.
bool is_repeated(std::string_view name, std::string_view behind) {
  while (name.ends_with('/') || name.ends_with('.')) name.remove_suffix(1);
  const auto same = [](char a, char b) { return a == b || fits(a, b) || fits(b, a); };
  return !name.empty() && behind.size() > name.size() && fits(behind[name.size()], '/') &&
         std::equal(name.begin(), name.end(), behind.begin(), same);
}

// The position of the dash after which the exclusions begin, or the size of the filter if there is none.
// See Filter.
size_t find_exclusions(std::string_view filter) {
  size_t begin = 0;  // the begin of the pattern that contains the dash
  for (size_t k = 0; k < filter.size(); ++k) {
    if (filter[k] == ':') begin = k + 1;
    if (filter[k] != '-') continue;
    const std::string_view before = filter.substr(begin, k - begin);
    if (before.empty() || before.ends_with('*') || before == kAll ||
        is_repeated(before, filter.substr(k + 1)))
      return k;
  }
  return filter.size();
}

}  // namespace

bool matches(std::string_view pattern, std::string_view name) {
  // This is greedy and needs one place to go back to: the last star, and how much of the name it has matched.
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

bool selects(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return false;
  if (pattern == kAll || matches(pattern, name)) return true;
  const size_t size = pattern.size();
  const bool in_folder = size < name.size() && name[size] == '/' && pattern.find('*') == pattern.npos;
  return in_folder && matches(pattern, name.substr(0, size));
}

Filter::Filter(std::string_view text) : text_(text) {
  const size_t dash = find_exclusions(text);
  wanted_ = split_patterns(text.substr(0, dash));
  unwanted_ = split_patterns(text.substr(dash));
  all_ = wanted_.empty() && dash < text.size();
}

bool Filter::selects(std::string_view name) const {
  return (all_ || any_selects(wanted_, name)) && !any_selects(unwanted_, name);
}

std::string_view Filter::begin() const {
  if (wanted_.size() != 1 || wanted_[0] == kAll) return "";
  return std::string_view(wanted_[0]).substr(0, wanted_[0].find_first_of("*?."));
}

std::vector<std::string_view> Filter::patterns() const {
  std::vector<std::string_view> patterns(wanted_.begin(), wanted_.end());
  patterns.insert(patterns.end(), unwanted_.begin(), unwanted_.end());
  return patterns;
}

}  // namespace backedge
