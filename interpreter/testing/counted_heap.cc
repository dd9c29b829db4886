#include "interpreter/testing/counted_heap.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace backedge {

CountedHeap& counted_heap() {
  static CountedHeap heap;
  return heap;
}

namespace {

// The size of a block is written in front of it: what malloc rounds it to depends on earlier blocks.
constexpr size_t kFront = alignof(std::max_align_t);

size_t front_of(std::align_val_t alignment) { return std::max(kFront, static_cast<size_t>(alignment)); }

void* counted(void* block, size_t front, size_t size) {
  if (block == nullptr) throw std::bad_alloc();
  char* const memory = static_cast<char*>(block) + front;
  const auto bytes = static_cast<int64_t>(size);
  std::memcpy(memory - sizeof bytes, &bytes, sizeof bytes);
  CountedHeap& heap = counted_heap();
  ++heap.allocations;
  heap.bytes += bytes;
  heap.peak_bytes = std::max(heap.peak_bytes, heap.bytes);
  return memory;
}

void let_go(void* memory, size_t front) {
  if (memory == nullptr) return;
  int64_t bytes;
  std::memcpy(&bytes, static_cast<char*>(memory) - sizeof bytes, sizeof bytes);
  counted_heap().bytes -= bytes;
  std::free(static_cast<char*>(memory) - front);
}

}  // namespace
}  // namespace backedge

// All other forms of new and delete call these.
void* operator new(size_t size) {
  return backedge::counted(std::malloc(size + backedge::kFront), backedge::kFront, size);
}
void* operator new(size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<size_t>(alignment);
  const size_t front = backedge::front_of(alignment);
  return backedge::counted(std::aligned_alloc(unit, (front + size + unit - 1) / unit * unit), front, size);
}
void operator delete(void* memory) noexcept { backedge::let_go(memory, backedge::kFront); }
void operator delete(void* memory, size_t) noexcept { backedge::let_go(memory, backedge::kFront); }
void operator delete(void* memory, std::align_val_t alignment) noexcept {
  backedge::let_go(memory, backedge::front_of(alignment));
}
void operator delete(void* memory, size_t, std::align_val_t alignment) noexcept {
  backedge::let_go(memory, backedge::front_of(alignment));
}
