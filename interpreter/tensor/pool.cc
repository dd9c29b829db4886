#include "interpreter/tensor/pool.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <utility>

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

// A tensor counts as live with its elements, in whole Blocks, and with what is kept to find them.
constexpr int64_t kLiveBesideElements = 48;

// The memory for a Storage, followed by this many bytes of elements.
MemoryBlock block_for(int64_t bytes_of_elements) {
  const int64_t used = static_cast<int64_t>(sizeof(Storage)) + bytes_of_elements;
  const auto least = static_cast<uint64_t>(used);
  const int octave = std::bit_width(least - 1);         // 2^(octave-1) < least <= 2^octave
  const int shift = octave - 4;                         // an eighth of the smaller power of two
  const uint64_t eighths = ((least - 1) >> shift) + 1;  // 9..16
  return {.used_bytes = used,
          .bytes = static_cast<int64_t>(eighths << shift),
          .size_class = static_cast<size_t>(octave) * 8 + eighths - 9};
}

Error out_of_memory(const Allocation& allocation) {
  return Error("LIMIT-5",
               "the machine has no memory for a tensor of " + std::to_string(allocation.bytes) + " bytes");
}

}  // namespace

std::shared_ptr<Pool> Pool::make(int64_t max_bytes, std::optional<std::byte> poison, int64_t held_bytes) {
  return std::make_shared<Pool>(max_bytes, poison, held_bytes);
}

Pool::Pool(int64_t max_bytes, std::optional<std::byte> poison, int64_t held_bytes)
    : max_bytes_(max_bytes), poison_(poison ? poison : kUsualPoison), live_bytes_(held_bytes) {}

Pool::~Pool() { close(); }

Result<Allocation> Pool::plan(ElementType type, const Shape& shape) {
  const std::optional<int64_t> bytes = checked_bytes(shape, size_of(type));
  if (!bytes) {  // [LIMIT-4]
    return Error("LIMIT-4",
                 "the size in bytes of a tensor of shape " + shape.text() + " does not fit 64 bits");
  }
  constexpr int64_t kUnit = sizeof(Tensor::Block);
  const int64_t whole_units = (*bytes + kUnit - 1) / kUnit * kUnit;
  return Allocation{.type = type,
                    .shape = shape,
                    .bytes = *bytes,
                    .live_bytes = kLiveBesideElements + whole_units,
                    .block = block_for(whole_units)};
}

inline StorageOwner Pool::lend(ElementType type, const Shape& shape, int64_t live_bytes,
                               const MemoryBlock& block) {
  Spare*& spare = spare_[block.size_class];
  void* memory = spare;
  if (spare == nullptr) {
    memory = ::operator new (block.bytes, std::align_val_t{64});
    hide_memory(memory, block.bytes);
  } else {
    show_memory(spare, sizeof(Spare));
    spare = spare->next;
    spare_bytes_ -= block.bytes;
  }
  show_memory(memory, block.used_bytes);
  live_bytes_ += live_bytes;
  lent_bytes_ += block.bytes;
  peak_bytes_ = std::max(peak_bytes_, lent_bytes_);

  auto* const elements = static_cast<std::byte*>(memory) + sizeof(Storage);
  auto* const storage = std::construct_at(static_cast<Storage*>(memory), type, shape, elements);
  storage->pool = this;
  storage->live_bytes = live_bytes;
  storage->block = block;
  return StorageOwner(storage);
}

Result<Tensor> Pool::allocate(const Allocation& allocation) {
  if (allocation.bytes > max_bytes_ - live_bytes_) return limit_is_reached(allocation);  // (LIMIT-1)
  try {
    StorageOwner storage = lend(allocation.type, allocation.shape, allocation.live_bytes, allocation.block);
    std::byte* const end = reinterpret_cast<std::byte*>(&*storage) + allocation.block.used_bytes;
    if (poison_) std::fill(storage->elements, end, *poison_);
    hide_memory(storage->elements + allocation.bytes, end - (storage->elements + allocation.bytes));
    return Tensor(std::move(storage));
  } catch (const std::bad_alloc&) {
    return out_of_memory(allocation);
  }
}

Error Pool::limit_is_reached(const Allocation& allocation) const {
  return Error("LIMIT-1", "the limit of " + std::to_string(max_bytes_) + " bytes of live tensors is reached")
      .note("a tensor of " + std::to_string(allocation.bytes) + " bytes, " +
            std::string(name_of(allocation.type)) + allocation.shape.text() + ", in addition to " +
            std::to_string(live_bytes_) + " live bytes");
}

// It has no elements of its own, so it does not count as live.
Tensor Pool::view(const Tensor& tensor, int64_t byte_offset, const Shape& shape, ElementType type) {
  CHECK(size_of(type) == size_of(tensor.type()));
  StorageOwner storage = lend(type, shape, 0, block_for(0));
  storage->elements = tensor.storage_->elements + byte_offset;
  storage->whole = tensor.storage_.with_elements();
  return Tensor(std::move(storage));
}

void Pool::give_back(Storage* storage) noexcept {
  const int64_t bytes = storage->block.bytes, live_bytes = storage->live_bytes;
  Spare*& spare = spare_[storage->block.size_class];
  std::destroy_at(storage);
  if (closed_) return ::operator delete (storage, std::align_val_t{64});
  live_bytes_ -= live_bytes;
  lent_bytes_ -= bytes;
  if (spare_bytes_ + bytes > std::max(peak_bytes_, kAlwaysSpare))
    return ::operator delete (storage, std::align_val_t{64});
  spare_bytes_ += bytes;
  spare = new (storage) Spare{spare};
  hide_memory(storage, bytes);
}

void Pool::close() {
  closed_ = true;
  for (Spare*& spare : spare_) {
    while (spare != nullptr) {
      show_memory(spare, sizeof(Spare));
      ::operator delete (std::exchange(spare, spare->next), std::align_val_t{64});
    }
  }
}

}  // namespace backedge
