#include "interpreter/tensor/pool.h"

#include <algorithm>
#include <bit>
#include <new>

#include "interpreter/tensor/hidden_memory.h"

namespace backedge {
namespace {

// A body with tensors of many sizes has more spare memory than its live tensors ever take at one time.
constexpr int64_t kAlwaysSpare = 64 << 20;

// The initial bytes of memory, so that tests see elements that a kernel does not write.
#ifdef NDEBUG
constexpr std::optional<std::byte> kUsualPoison;
#else
constexpr std::optional kUsualPoison = std::byte{0xa5};
#endif

// The allocator of the shared_ptr in each tensor.
template <class T>
struct PoolAllocator {
  using value_type = T;
  Pool* pool;

  explicit PoolAllocator(Pool* of) : pool(of) {}
  template <class U>
  PoolAllocator(const PoolAllocator<U>& other) : pool(other.pool) {}
  T* allocate(size_t count) { return static_cast<T*>(pool->take(count * sizeof(T))); }
  void deallocate(T* memory, size_t count) noexcept { pool->give_back(memory, count * sizeof(T)); }
  template <class U>
  bool operator==(const PoolAllocator<U>& other) const {
    return pool == other.pool;
  }
};

}  // namespace

struct Pool::SizeClass {
  int64_t bytes;
  size_t index;
};

Pool::SizeClass Pool::size_class_of(int64_t bytes) {
  const auto least = static_cast<uint64_t>(std::max<int64_t>(bytes, 64));
  const int octave = std::bit_width(least - 1);         // 2^(octave-1) < least <= 2^octave
  const int shift = octave - 4;                         // an eighth of the smaller power of two
  const uint64_t eighths = ((least - 1) >> shift) + 1;  // 9..16
  return {static_cast<int64_t>(eighths << shift), static_cast<size_t>(octave) * 8 + eighths - 9};
}

std::shared_ptr<Pool> Pool::make(int64_t max_bytes, std::optional<std::byte> poison, int64_t held_bytes) {
  return std::make_shared<Pool>(max_bytes, poison, held_bytes);
}

Pool::Pool(int64_t max_bytes, std::optional<std::byte> poison, int64_t held_bytes)
    : max_bytes_(max_bytes), poison_(poison ? poison : kUsualPoison), live_bytes_(held_bytes) {}

Pool::~Pool() { close(); }

Result<Tensor> Pool::allocate(ElementType type, const Shape& shape) {
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(type));
  if (!bytes) {  // [LIMIT-4]
    return Error("LIMIT-4",
                 "the size in bytes of a tensor of shape " + shape.text() + " does not fit 64 bits");
  }
  if (*bytes > max_bytes_ - live_bytes_) {  // (LIMIT-1)
    return Error("LIMIT-1",
                 "the limit of " + std::to_string(max_bytes_) + " bytes of live tensors is reached")
        .note("a tensor of " + std::to_string(*bytes) + " bytes, " + std::string(name_of(type)) +
              shape.text() + ", in addition to " + std::to_string(live_bytes_) + " live bytes");
  }
  try {
    return Tensor(type, shape, allocate_bytes(*bytes));
  } catch (const std::bad_alloc&) {
    return Error("LIMIT-5", "the machine has no memory for a tensor of " + std::to_string(*bytes) + " bytes");
  }
}

std::shared_ptr<std::byte> Pool::allocate_bytes(size_t bytes) {
  using Block = Tensor::Block;
  const size_t blocks = (bytes + sizeof(Block) - 1) / sizeof(Block);
  auto memory = std::allocate_shared_for_overwrite<Block[]>(PoolAllocator<Block>(this), blocks);
  auto* const first = reinterpret_cast<std::byte*>(memory.get());
  if (poison_) std::fill_n(first, blocks * sizeof(Block), *poison_);
  hide_memory(first + bytes, blocks * sizeof(Block) - bytes);
  return {std::move(memory), first};
}

void* Pool::take(int64_t bytes) {
  live_bytes_ += bytes;
  const SizeClass size = size_class_of(bytes);
  lent_bytes_ += size.bytes;
  peak_bytes_ = std::max(peak_bytes_, lent_bytes_);
  std::vector<void*>& spare = spare_[size.index];
  void* memory = nullptr;
  if (spare.empty()) {
    memory = ::operator new (size.bytes, std::align_val_t{64});
  } else {
    memory = spare.back();
    spare.pop_back();
    spare_bytes_ -= size.bytes;
  }
  hide_memory(memory, size.bytes);
  show_memory(memory, bytes);
  return memory;
}

void Pool::give_back(void* memory, int64_t bytes) noexcept {
  if (closed_) return ::operator delete (memory, std::align_val_t{64});
  live_bytes_ -= bytes;
  const SizeClass size = size_class_of(bytes);
  lent_bytes_ -= size.bytes;
  if (spare_bytes_ + size.bytes > std::max(peak_bytes_, kAlwaysSpare))
    return ::operator delete (memory, std::align_val_t{64});
  try {
    spare_[size.index].push_back(memory);
  } catch (const std::bad_alloc&) {  // there is no memory even for the list
    return ::operator delete (memory, std::align_val_t{64});
  }
  spare_bytes_ += size.bytes;
  hide_memory(memory, size.bytes);
}

void Pool::close() {
  closed_ = true;
  for (std::vector<void*>& spare : spare_) {
    for (void* memory : spare) ::operator delete (memory, std::align_val_t{64});
    spare.clear();
  }
}

}  // namespace backedge
