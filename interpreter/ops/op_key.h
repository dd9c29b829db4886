#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace backedge::ops {

/// What a language calls an operation.
struct OpKey {
  std::string_view domain;  // of the operation set: "opset"
  std::string_view name;    // "Gather"
  int64_t version;          // of the operation set
};

/// The row of a front end's table that is for this name and version; null if there is none. A row is for the
/// versions `first` to `last` of its operation set.
template <class Row>
const Row* find_row(std::span<const Row> rows, const OpKey& key) {
  for (const Row& row : rows) {
    const bool is_named = row.domain == key.domain && row.name == key.name;
    if (is_named && row.first <= key.version && key.version <= row.last) return &row;
  }
  return nullptr;
}

}  // namespace backedge::ops
