#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace backedge::ops {

/// The name of an operation in a language.
struct OpKey {
  std::string_view domain;  // the operation set: "opset"
  std::string_view name;    // "Gather"
  int64_t version;          // the version of the operation set
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
