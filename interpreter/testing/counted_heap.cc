#include "interpreter/testing/counted_heap.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace backedge {

CountedHeap& counted_heap() {
  static CountedHeap heap;
  return heap;
}

namespace {

int64_t size_of_block(void* memory) { return static_cast<int64_t>(malloc_usable_size(memory)); }

void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  CountedHeap& heap = counted_heap();
  ++heap.allocations;
  heap.bytes += size_of_block(memory);
  heap.peak_bytes = std::max(heap.peak_bytes, heap.bytes);
  return memory;
}

void let_go(void* memory) {
  counted_heap().bytes -= size_of_block(memory);
  std::free(memory);
}

}  // namespace
}  // namespace backedge

// All other forms of new and delete call these.
void* operator new(size_t size) { return backedge::counted(std::malloc(size)); }
void* operator new(size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<size_t>(alignment);
  return backedge::counted(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void operator delete(void* memory) noexcept { backedge::let_go(memory); }
void operator delete(void* memory, size_t) noexcept { backedge::let_go(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { backedge::let_go(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { backedge::let_go(memory); }
