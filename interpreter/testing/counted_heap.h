#pragma once

#include <cstdint>

namespace backedge {

/// What a program that links this has asked `new` for.
struct CountedHeap {
  int64_t allocations = 0, bytes = 0, peak_bytes = 0;
};

/// Counts from the start of the program; the peak may be set back.
CountedHeap& counted_heap();

}  // namespace backedge
