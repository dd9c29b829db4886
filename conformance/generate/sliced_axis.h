#pragma once

#include <optional>

#include "conformance/generate/scope.h"

namespace backedge::generate {

/// How an axis is cut into parts, in the words of a port map entry.
struct SlicedAxis {
  int64_t axis = 0;  // counted from the front
  std::optional<int64_t> start, end, stride, part_size;
  Size parts;
  int64_t width = 1;
  std::vector<Touch> touches;  // their `loop` is not set yet
};

/// Slices some axis of a value.
///
/// wanted  the number of parts: exactly this one if `least` is `most` or it has a name, otherwise at least
///         `least`
/// plain   the entry only names its axis, which is the only form on Loop-5's page  (PORT-4)
/// returns  nothing if no axis of the value can be sliced like this
std::optional<SlicedAxis> slice_axis(ModelBuilder& builder, const Sizes& shape, Size wanted, bool plain);

/// Whether an entry only names its axis, with the default values of everything else.
bool is_plain(const openvino::PortMapEntry& entry);

/// A known size that can be cut into `parts` parts in some way.
Size size_for(ModelBuilder& builder, int64_t parts);

/// Writes the attributes into an entry. The axis is sometimes counted from the end.
void write_slicing(ModelBuilder& builder, const SlicedAxis& sliced, size_t rank, bool in_loop,
                   openvino::PortMapEntry& entry, std::vector<Touch>& touches);

}  // namespace backedge::generate
