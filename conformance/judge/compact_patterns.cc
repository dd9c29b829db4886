#include "conformance/judge/compact_patterns.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "conformance/corpus/select.h"

namespace backedge {
namespace {

constexpr size_t kMostParts =
    8;  // any of these may be open; in longer names only the first or the last parts

using Names = std::vector<std::string>;

// "a/b/", the case of "a/b/run".
std::string folder_of(const std::string& name) { return name.substr(0, name.rfind('/') + 1); }

Names split(std::string_view text, std::string_view mark) {
  Names parts;
  for (size_t at = text.find(mark); at != text.npos; at = text.find(mark)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + mark.size());
  }
  parts.emplace_back(text);
  return parts;
}

// Joins the parts. A sequence of open parts becomes one `*`.
std::string join(const Names& parts, const std::string& mark, const std::vector<bool>& open) {
  std::string text;
  bool after_star = false;
  for (size_t k = 0; k < parts.size(); ++k) {
    if (!open[k] || !after_star) text += (k > 0 ? mark : "") + (open[k] ? "*" : parts[k]);
    after_star = open[k];
  }
  return text;
}

// Every pattern that matches a name: some of its parts are open, but not all.
Names generalised(const std::string& name) {
  const std::string folder = folder_of(name), run = name.substr(folder.size());
  const std::string mark = run.find("__") == run.npos ? "_" : "__";
  const Names parts = split(run, mark);
  Names patterns;
  const auto add = [&](const std::vector<bool>& open) {
    patterns.push_back(folder + join(parts, mark, open));
  };
  const size_t count = parts.size();
  if (count <= kMostParts) {
    for (size_t mask = 1; mask + 1 < (size_t{1} << count); ++mask) {
      std::vector<bool> open;
      for (size_t k = 0; k < count; ++k) open.push_back((mask >> k) & 1);
      add(open);
    }
    return patterns;
  }
  for (size_t kept = 1; kept < count; ++kept) {
    std::vector<bool> behind(count, true), before(count, true);
    std::fill_n(behind.begin(), kept, false);
    std::fill_n(before.rbegin(), kept, false);
    add(behind);
    add(before);
  }
  return patterns;
}

bool matches_none(const std::string& pattern, const Names& names) {
  const Filter filter(pattern);
  return std::none_of(names.begin(), names.end(),
                      [&](const std::string& name) { return filter.selects(name); });
}

// Patterns, and what each of them matches: positions in `wanted`. Patterns that are made from names of
// `unwanted` are left out, so that `cover` refuses few of the others.
std::map<std::string, std::set<size_t>> find_candidates(const Names& wanted, const Names& unwanted) {
  std::set<std::string> excluded;
  for (const std::string& name : unwanted) {
    for (std::string& pattern : generalised(name)) excluded.insert(std::move(pattern));
  }
  std::map<std::string, std::set<size_t>> candidates;
  for (size_t k = 0; k < wanted.size(); ++k) {
    for (const std::string& pattern : generalised(wanted[k])) {
      if (!excluded.contains(pattern)) candidates[pattern].insert(k);
    }
  }
  return candidates;
}

// Chooses patterns greedily: the pattern that matches most of the remaining names. If there are several,
// the longest wins.
Names cover(const Names& wanted, const Names& unwanted) {
  auto candidates = find_candidates(wanted, unwanted);
  std::vector<bool> covered(wanted.size());
  Names patterns;
  for (;;) {
    auto best = candidates.end();
    for (auto at = candidates.begin(); at != candidates.end();) {
      std::erase_if(at->second, [&](size_t k) { return covered[k]; });
      if (at->second.size() < 2) {  // a pattern that matches a single name says less than the name
        at = candidates.erase(at);
        continue;
      }
      const auto rank = [](const auto& one) { return std::pair(one->second.size(), one->first.size()); };
      if (best == candidates.end() || rank(at) > rank(best)) best = at;
      ++at;
    }
    if (best == candidates.end()) break;
    // A star also matches marks, so it may match more than the parts that it replaces.
    if (matches_none(best->first, unwanted)) {
      for (const size_t k : best->second) covered[k] = true;
      patterns.push_back(best->first);
    }
    candidates.erase(best);
  }
  for (size_t k = 0; k < wanted.size(); ++k) {
    if (!covered[k]) patterns.push_back(wanted[k]);
  }
  return patterns;
}

// Sorts patterns, and removes those that match nothing beyond the patterns before them.
Names sorted(Names patterns, Names wanted) {
  std::sort(patterns.begin(), patterns.end());
  const auto adds_nothing = [&](const std::string& pattern) {
    const Filter filter(pattern);
    return std::erase_if(wanted, [&](const std::string& name) { return filter.selects(name); }) == 0;
  };
  patterns.erase(std::remove_if(patterns.begin(), patterns.end(), adds_nothing), patterns.end());
  return patterns;
}

}  // namespace

std::vector<std::string> compact_patterns(const std::set<std::string>& wanted,
                                          const std::set<std::string>& unwanted) {
  std::map<std::string, Names> cases;
  for (const std::string& name : wanted) cases[folder_of(name)].push_back(name);
  Names patterns;
  for (const auto& [folder, ours] : cases) {
    Names others;
    for (auto at = unwanted.lower_bound(folder); at != unwanted.end() && at->starts_with(folder); ++at)
      others.push_back(*at);
    const bool all = ours.size() > 1 && others.empty();
    const Names found = all ? Names{folder + "*"} : sorted(cover(ours, others), ours);
    patterns.insert(patterns.end(), found.begin(), found.end());
  }
  return patterns;
}

}  // namespace backedge
