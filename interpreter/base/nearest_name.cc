#include "interpreter/base/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace backedge {
namespace {

constexpr size_t kLongestName = 200;  // longer words are not compared: the time is quadratic

/// The number of letters to change, add or remove to turn one word into the other.
size_t distance(std::string_view from, std::string_view to) {
  std::vector<size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < from.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < to.size(); ++j) {
      const size_t change = diagonal + (from[i] != to[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view word, std::span<const std::string_view> names) {
  if (word.size() > kLongestName) return "";
  std::string_view nearest;
  size_t least = word.size() / 3 + 1;
  for (const std::string_view name : names) {
    // Names of very different lengths are far apart.
    const size_t apart = std::max(name.size(), word.size()) - std::min(name.size(), word.size());
    if (apart >= least || name.size() > kLongestName) continue;
    if (const size_t letters = distance(word, name); letters < least) {
      least = letters;
      nearest = name;
    }
  }
  return std::string(nearest);
}

}  // namespace backedge
