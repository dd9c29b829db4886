#pragma once

#include <cstdint>

namespace backedge {

/// The memory that a program which links this library has allocated with `new`.
struct CountedHeap {
  int64_t allocations = 0, bytes = 0, peak_bytes = 0;
};

/// Counts from the start of the program. The peak may be reset.
CountedHeap& counted_heap();

}  // namespace backedge
