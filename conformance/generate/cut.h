#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// How an axis is cut into parts, as a port map entry says it.
struct Cut {
  int64_t axis = 0;  // from the front
  std::optional<int64_t> start, end, stride, part_size;
  Size parts;
  int64_t width = 1;
  std::vector<Touch> touches;  // without loop
};

/// Cuts some axis of a value.
///
/// wanted  of the parts: where `least` is `most`, or it has a name, these; else so many at least
/// plain   the entry says nothing that its axis alone does not say: what Loop-5's page has  (PORT-4)
/// returns  none if no axis of the value can be cut like this
std::optional<Cut> cut_axis(ModelBuilder& builder, const Sizes& shape, Size wanted, bool plain);

/// Whether an entry says nothing that its axis alone does not say.
bool is_plain(const openvino::PortMapEntry& entry);

/// A known size that can be cut into `parts` parts, in some way.
Size size_for(ModelBuilder& builder, int64_t parts);

/// Writes the cut into an entry; the axis is sometimes counted from the end.
void write_cut(ModelBuilder& builder, const Cut& cut, size_t rank, bool in_loop,
               openvino::PortMapEntry& entry, std::vector<Touch>& touches);

}  // namespace backedge::generate
