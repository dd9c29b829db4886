#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace backedge::ops {

/// The name of an operation in a language.
struct OpKey {
  std::string_view domain;  // the operation set: "opset"
  std::string_view name;    // "Gather"
  int64_t version;          // the version of the operation set
};

/// An operation takes any number of inputs, or gives any number of outputs.
inline constexpr int64_t kUnlimited = INT64_MAX;

/// How many inputs an operation takes, or how many outputs it gives.
struct Arity {
  int64_t least = 1, most = 1;

  bool has(int64_t count) const { return least <= count && count <= most; }
  /// "2", "2 to 4" or "at least 2"
  std::string text() const {
    const std::string start = std::to_string(least);
    if (least == most) return start;
    return most == kUnlimited ? "at least " + start : start + " to " + std::to_string(most);
  }
};
/// Finds the row of a front end's table for this name and version; null if there is none. A row is valid
/// for the versions `first` to `last` of its operation set.
template <class Row>
const Row* find_row(std::span<const Row> rows, const OpKey& key) {
  for (const Row& row : rows) {
    const bool is_named = row.domain == key.domain && row.name == key.name;
    if (is_named && row.first <= key.version && key.version <= row.last) return &row;
  }
  return nullptr;
}

}  // namespace backedge::ops
